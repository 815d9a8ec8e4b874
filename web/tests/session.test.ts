// @vitest-environment jsdom
import { beforeEach, expect, it } from "vitest";
import type { Surroundings } from "../src/net/connection.svelte";
import { socketAddress } from "../src/net/early_socket";
import { Session } from "../src/net/session.svelte";

interface Wire {
  sent: Record<string, unknown>[];
  onmessage?: (event: { data: string }) => void;
}

let wire: Wire & { send: (text: string) => void; close: () => void };
let session: Session;
const says = (message: object) => wire.onmessage?.({ data: JSON.stringify(message) });

const INFO = { id: "t", game: "nope", title: "Nope!", stage: "playing", seats: [] };
const TABLE = {
  type: "table",
  seq: 3,
  table: INFO,
  you: { name: "Ada", seat: 0, host: true },
  clocks: { now: 5 },
  present: { seats: [true], watchers: 0 },
  chat: [],
  view: { turns: 0 },
  legal: ["draw"],
};

beforeEach(() => {
  wire = {
    sent: [],
    send: (text) => void wire.sent.push(JSON.parse(text)),
    close: () => undefined,
  };
  let ids = 0;
  const around: Surroundings = {
    open: () => wire as unknown as WebSocket,
    later: () => () => undefined,
    newId: () => `m${(ids += 1)}`,
    random: () => 0,
  };
  session = new Session("t", around);
  session.start();
});

it("shows what the first message tells", () => {
  expect(session.seen).toBeNull();
  says(TABLE);
  expect(session.seen).toMatchObject({ seq: 3, legal: ["draw"], view: { turns: 0 } });
});

it("takes view and legal moves whole with every change, and keeps what did not come", () => {
  says(TABLE);
  const entry = { seq: 3, at: 1, kind: "acted", seat: 0, move: "draw" };
  says({ type: "change", seq: 4, entries: [entry], clocks: { now: 6 }, view: { turns: 1 } });
  expect(session.seen).toMatchObject({ seq: 4, legal: [], view: { turns: 1 }, info: INFO });
  says({ type: "change", seq: 5, entries: [], clocks: { now: 6 }, table: { ...INFO, stage: "over" }, view: {} });
  expect(session.seen?.info.stage).toBe("over");
});

it("begins anew with the first message of the next connection", () => {
  says(TABLE);
  says({ type: "change", seq: 4, entries: [{ seq: 3, at: 1, kind: "acted" }], clocks: { now: 6 }, view: {} });
  says({ ...TABLE, seq: 9 });
  expect(session.seen).toMatchObject({ seq: 9 });
});

it("sends a move for the log that was seen, and tells why it was refused", async () => {
  says(TABLE);
  const asked = session.act("draw", 3);
  expect(wire.sent.at(-1)).toMatchObject({ type: "move", seq: 3, move: "draw" });
  says({ type: "refused", id: wire.sent.at(-1)?.id, code: "must_discard", detail: "you can lay", rule: "5.1", seq: 3 });
  expect(await asked).toMatchObject({ code: "must_discard", rule: "5.1" });
  const second = session.act("draw", 3);
  says({ type: "done", id: wire.sent.at(-1)?.id, seq: 4 });
  expect(await second).toBeNull();
});

it("collects the chat and who is here", () => {
  says(TABLE);
  says({ type: "said", line: { number: 1, at: 1, name: "Ben", text: "hm", room: "players" } });
  says({ type: "presence", present: { seats: [true], watchers: 2 } });
  expect(session.lines.map((line) => line.text)).toEqual(["hm"]);
  expect(session.seen?.present.watchers).toBe(2);
});

it("takes who has just sat down for somebody who is here", () => {
  const free = [{ player: "person", name: "Ada" }, { player: "free" }];
  says({ ...TABLE, table: { ...INFO, seats: free }, present: { seats: [false, false], watchers: 1 } });
  const taken = [free[0], { player: "person", name: "Ben" }];
  says({ type: "change", seq: 4, entries: [], clocks: { now: 6 }, table: { ...INFO, seats: taken } });
  expect(session.seen?.present.seats).toEqual([false, true]);
  says({ type: "change", seq: 5, entries: [], clocks: { now: 6 }, table: { ...INFO, seats: free } });
  expect(session.seen?.present.seats).toEqual([false, false]);
});

it("knows the socket of a table on http and https", () => {
  expect(socketAddress("x", { protocol: "https:", host: "a.example" })).toBe("wss://a.example/api/tables/x/socket");
  expect(socketAddress("x", { protocol: "http:", host: "b:1" })).toBe("ws://b:1/api/tables/x/socket");
});
