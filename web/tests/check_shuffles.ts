/**
 * The page's check of shuffles for tests in another language: reads a file with one question a line, prints one answer a
 * line. A question has the line of a record, the cards of its first deck in order, and whether every deck is whole.
 */

import { readFileSync } from "node:fs";
import { checkShuffles, nothingWrong, readShuffles } from "../src/fair/check.ts";

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

for (const question of readFileSync(process.argv[2]!, "utf8").split("\n").filter(Boolean)) {
  const { line, cards, whole } = JSON.parse(question) as { line: string; cards: string; whole: boolean };
  const record = parsed(line);
  const commit = readShuffles(record)?.fair.commit ?? "";
  const found = checkShuffles(record, { commit, cards, whole, seat: null, note: null });
  const answer = found && {
    holds: nothingWrong(found),
    seal: found.seal.why,
    decks: found.decks.map(({ why }) => why),
  };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
