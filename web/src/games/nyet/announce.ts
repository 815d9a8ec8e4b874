/** What changed between two views, in sentences: for those who hear the table. */

import type { Who } from "../../table/people";
import type { NyetWords } from "./words.en";
import { isFull, playerOf, takenLine } from "./view";
import type { NyetView, Trick } from "./view_types";

/** A box of the first row is said as the person who plays that character. */
export function said(row: string, box: string, people: readonly Who[]): string {
  if (row !== "first") return box;
  return people.find((one) => one.character === box)?.name ?? box;
}

export function announce(before: NyetView | null, now: NyetView, people: readonly Who[], words: NyetWords): string[] {
  const lines: string[] = [];
  const person = (seat: number): Who => people[seat] ?? { name: "", you: false };
  const sameRound = before !== null && before.rounds.length === now.rounds.length;
  if (!sameRound) {
    if (before) lines.push(...endOfRound(before, now, people, words));
    if (now.phase !== "over") {
      const dealer = person(now.dealer);
      lines.push(words.newRound(now.rounds.length + 1, dealer.name, dealer.you));
    }
  }
  const known = sameRound ? before.vetoes.length : before === null ? now.vetoes.length : 0;
  for (const [seat, row, box] of now.vetoes.slice(known)) {
    lines.push(words.covered(person(seat).name, person(seat).you, row, said(row, box, people)));
  }
  now.board.forEach((row, i) => {
    const open = row.boxes.find((box) => box.open);
    if (row.settled && open && sameRound && !before.board[i]?.settled) {
      lines.push(words.settledNow(row.name, said(row.name, open.name, people)));
    }
  });
  if (now.terms && (!sameRound || !before.terms)) {
    lines.push(words.termsSaid(now.terms.trump, now.terms.supertrump, now.terms.points));
  }
  if (now.sides && (!sameRound || !before.sides)) {
    const names = (side: number) => people.filter((_, seat) => now.sides?.[seat] === side).map((one) => one.name);
    lines.push(words.sidesSaid(names(0), names(1), now.bonus === null ? null : person(now.bonus).name));
  }
  if (sameRound && now.phase === "play") {
    if (before.phase === "discard" && now.got.length > 0 && now.got_from !== null) {
      lines.push(words.youGot(now.got, person(now.got_from).name));
    }
    lines.push(...tricks(before, now, people, words));
  }
  const turn = now.seat !== null && now.to_act.includes(now.seat);
  const had = sameRound && before.to_act.includes(now.seat ?? -1) && before.phase === now.phase;
  const sameTrick = sameRound && before.taken.length === now.taken.length && before.vetoes.length === now.vetoes.length;
  if (turn && !(had && sameTrick)) lines.push(yourTurn(now, words));
  return lines;
}

/** What the own turn asks for. */
export function yourTurn(view: NyetView, words: NyetWords): string {
  switch (view.phase) {
    case "veto":
      return `${words.yourVeto} ${words.coverOne}`;
    case "team":
      return `${words.youPlayFirst} ${words.chooseSides}`;
    case "play": {
      const letter = ledLetter(view);
      if (letter === null) return `${words.your} ${words.leadAny}`;
      const note = supertrumpNote(view, words);
      return `${words.your} ${view.can_follow ? words.follow(letter, note) : words.cannotFollow(letter, note)}`;
    }
    default:
      return words.veryYourTurn;
  }
}

/** What a supertrump counts as, where that would mislead: led, or in the own hand. */
function supertrumpNote(view: NyetView, words: NyetWords): string {
  const { supertrump, supertrump_suit: counts } = view.terms ?? {};
  if (!view.misleading || !supertrump || !counts) return "";
  return (view.misleading === "lead" ? words.ledCountsAs : words.yoursCountsAs)(supertrump, counts);
}

const LETTERS: Record<string, string> = { red: "R", blue: "B", yellow: "Y", green: "G", black: "K" };

export function ledLetter(view: Pick<NyetView, "led">): string | null {
  return view.led === null ? null : (LETTERS[view.led] ?? null);
}

function cards(leader: number, played: readonly string[], from: number, people: readonly Who[], words: NyetWords) {
  return played.slice(from).map((card, i) => {
    const who = people[playerOf(leader, from + i, people.length)];
    return words.played(who?.name ?? "", who?.you ?? false, card);
  });
}

function tricks(before: NyetView, now: NyetView, people: readonly Who[], words: NyetWords): string[] {
  const lines: string[] = [];
  const finished = now.taken.slice(before.taken.length);
  const open = isFull(before) ? 0 : before.trick.length;
  finished.forEach((trick, i) => lines.push(...finish(trick, i === 0 ? open : 0, people, words)));
  const known = finished.length === 0 ? open : 0;
  if (now.leader !== null && !isFull(now)) lines.push(...cards(now.leader, now.trick, known, people, words));
  return lines;
}

function finish(trick: Trick, known: number, people: readonly Who[], words: NyetWords): string[] {
  return [...cards(trick.leader, trick.cards, known, people, words), takenLine(trick, people, words)];
}

function endOfRound(before: NyetView, now: NyetView, people: readonly Who[], words: NyetWords): string[] {
  const round = now.rounds.at(-1);
  const sums = now.last_sums;
  if (!round || !sums) return [];
  const trick = round.last_trick;
  const lines: string[] = [];
  if (!isFull(before)) {
    lines.push(...cards(trick.leader, trick.cards, before.trick.length, people, words));
    lines.push(takenLine(trick, people, words));
  }
  const better = sums.better === null ? null : sums.better === 0 ? words.pebbles : words.bricks;
  lines.push(words.roundOver(better, sums.sides[0].score, sums.sides[1].score));
  return lines;
}
