// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import type { Surroundings } from "../src/net/connection.svelte";
import { socketAddress } from "../src/net/early_socket";
import { KEY, noteOf } from "../src/fair/seal_notes";
import { Session } from "../src/net/session.svelte";

interface Wire {
  sent: Record<string, unknown>[];
  onmessage?: (event: { data: string }) => void;
}

let wire: Wire & { send: (text: string) => void; close: () => void };
let session: Session;
const says = (message: object) => wire.onmessage?.({ data: JSON.stringify(message) });

const INFO = { id: "t", game: "nope", title: "Nope!", stage: "playing", seats: [], fair: { commit: "ab" } };
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
  localStorage.setItem(KEY, "[]");
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

it("notes the seal, and the bytes that it sends with a seat once they are taken", async () => {
  const open = { ...INFO, stage: "open" };
  says({ ...TABLE, table: open, you: { name: "Ada", seat: null, host: false } });
  expect(noteOf("t")).toMatchObject({ commit: "ab", stage: "open", contribution: null });
  const refused = session.sit(1);
  says({ type: "refused", id: wire.sent.at(-1)?.id, code: "taken", detail: "seat 1 is taken" });
  await refused;
  expect(noteOf("t")?.contribution).toBeNull();
  const sat = session.sit(0);
  const { contribution } = wire.sent.at(-1) as { contribution: string };
  says({
    type: "change",
    seq: 4,
    entries: [],
    clocks: { now: 6 },
    table: open,
    you: { name: "Ada", seat: 0, host: false },
  });
  says({ type: "done", id: wire.sent.at(-1)?.id, seq: 4 });
  await sat;
  expect(contribution).toMatch(/^[0-9a-f]{32}$/);
  expect(noteOf("t")).toMatchObject({ seat: 0, contribution });
  says({
    type: "change",
    seq: 5,
    entries: [],
    clocks: { now: 6 },
    table: open,
    you: { name: "Ada", seat: null, host: false },
  });
  expect(noteOf("t")?.contribution).toBeNull();
});

it("leaves the bytes alone where it has sat down by itself", () => {
  says({ ...TABLE, table: { ...INFO, stage: "open" } });
  says({ ...TABLE, table: { ...INFO, previous: "s" } });
  expect(wire.sent.filter(({ type }) => type === "contribute")).toEqual([]);
});

it("adds its bytes to a rematch, where it sits already, and only once", async () => {
  const rematch = { ...TABLE, table: { ...INFO, stage: "open", previous: "s" } };
  says(rematch);
  const { id, type, contribution } = wire.sent.at(-1) as Record<string, string>;
  expect([type, contribution]).toEqual(["contribute", expect.stringMatching(/^[0-9a-f]{32}$/)]);
  says({ type: "done", id, seq: 4 });
  await vi.waitFor(() => expect(noteOf("t")).toMatchObject({ seat: 0, contribution }));
  says(rematch);
  expect(wire.sent.filter(({ type }) => type === "contribute")).toHaveLength(1);
});

it("knows the socket of a table on http and https", () => {
  expect(socketAddress("x", { protocol: "https:", host: "a.example" })).toBe("wss://a.example/api/tables/x/socket");
  expect(socketAddress("x", { protocol: "http:", host: "b:1" })).toBe("ws://b:1/api/tables/x/socket");
});
