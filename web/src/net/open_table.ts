/** From choices to a table with oneself in the first seat; against bots the game has begun when this is done. */

import { noteContribution, noteSeal } from "../fair/seal_notes";
import { api } from "./api";
import { fitting, keepChoices, newTable, onlyBots, PACE, type Choices } from "../settings/table_choices";
import { randomHex } from "./connection.svelte";
import type { Refused } from "../table/contract";
import { Session } from "./session.svelte";
import type { GameInfo, NewTable, Quick, TableMade } from "./messages";

let games: Promise<GameInfo[]> | null = null;

/** The games of this server; asked once. */
export function knownGames(): Promise<GameInfo[]> {
  games ??= api.get<GameInfo[]>("/games").catch((error: unknown) => {
    games = null;
    throw error;
  });
  return games;
}

/** Make the table and give its id. */
export async function openTable(wanted: Choices): Promise<string> {
  const games = await knownGames();
  const choices = fitting(wanted, games);
  keepChoices(choices);
  const body = newTable(choices, games);
  if (onlyBots(choices) && isQuick(body)) {
    const { game, players, edition, options, hints } = body;
    const quick: Quick = {
      game,
      players,
      edition,
      options,
      hints,
      pace: PACE,
      level: choices.others[0] as string,
      character: choices.character || null,
    };
    const contribution = randomHex(16);
    const { id, commit } = await api.post<TableMade>("/quick", { ...quick, contribution });
    noteSeal(id, commit, "playing", Date.now()); // made and begun at once: nobody saw the seal before
    noteContribution(id, 0, contribution);
    return id;
  }
  const { id, commit } = await api.post<TableMade>("/tables", body);
  noteSeal(id, commit, "open", Date.now());
  await sitDown(id, choices);
  return id;
}

/** The server has a shorter way for equal bots, no clock and no further wishes. */
function isQuick(body: NewTable): boolean {
  const levels = new Set(Object.values(body.bots ?? {}));
  return levels.size === 1 && body.clock?.kind === "none" && body.watchers === true && body.seating === "ask";
}

async function sitDown(id: string, choices: Choices): Promise<void> {
  const session = new Session(id);
  session.start();
  try {
    const steps: Promise<Refused | null>[] = [session.sit(0, choices.character || null)];
    if (onlyBots(choices)) steps.push(session.ask({ type: "start" }));
    await Promise.all(steps);
  } finally {
    session.close();
  }
}
