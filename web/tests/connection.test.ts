// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection, type Surroundings } from "../src/net/connection.svelte";
import type { FromServer } from "../src/net/messages";

/** A socket that is played by the test. */
class Wire {
  sent: { type: string; id: string; [key: string]: unknown }[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  closed = false;
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.closed = true;
  }
  says(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breaks(code = 1006) {
    this.onclose?.({ code });
  }
  asked(type: string) {
    return this.sent.filter((message) => message.type === type);
  }
}

const TABLE = { type: "table", seq: 1, table: {}, you: {}, clocks: { now: 0 }, present: {}, chat: [] };

let wires: Wire[];
let jobs: { at: number; job: () => void; done: boolean }[];
let now: number;
let got: FromServer[];
let line: Connection;

const last = () => wires[wires.length - 1] as Wire;

/** Let time pass; whatever is due happens. */
function wait(milliseconds: number) {
  const until = now + milliseconds;
  for (;;) {
    const next = jobs.filter((one) => !one.done && one.at <= until).sort((a, b) => a.at - b.at)[0];
    if (next === undefined) break;
    now = next.at;
    next.done = true;
    next.job();
  }
  now = until;
}

beforeEach(() => {
  wires = [];
  jobs = [];
  now = 0;
  got = [];
  let ids = 0;
  const around: Surroundings = {
    open: () => {
      const wire = new Wire();
      wires.push(wire);
      return wire as unknown as WebSocket;
    },
    later: (milliseconds, job) => {
      const one = { at: now + milliseconds, job, done: false };
      jobs.push(one);
      return () => (one.done = true);
    },
    newId: () => `id-${(ids += 1)}`,
    random: () => 1,
  };
  line = new Connection("ws://here/table", (message) => got.push(message), around);
  line.start();
});

afterEach(() => line.close());

describe("the line to a table", () => {
  it("is connected once the server's first message came", () => {
    expect(line.connected).toBe(false);
    last().says(TABLE);
    expect(line.connected).toBe(true);
    expect(got[0]?.type).toBe("table");
  });

  it("gives every message an id and resolves with its answer", async () => {
    last().says(TABLE);
    const answer = line.ask({ type: "move", seq: 1, move: "draw" });
    const { id } = last().asked("move")[0] ?? { id: "" };
    last().says({ type: "done", id: "another", seq: 2 });
    last().says({ type: "done", id, seq: 2 });
    expect(await answer).toEqual({ type: "done", id, seq: 2 });
  });

  it("sends what was not answered once more, with the same id", async () => {
    last().says(TABLE);
    const answer = line.ask({ type: "move", seq: 1, move: "draw" });
    const before = last().asked("move")[0];
    last().breaks();
    expect(line.connected).toBe(false);
    wait(200);
    expect(wires).toHaveLength(2);
    expect(last().sent).toHaveLength(0);
    last().says(TABLE);
    expect(last().asked("move")).toEqual([before]);
    last().says({ type: "done", id: before?.id, seq: 2 });
    expect((await answer).type).toBe("done");
    last().breaks();
    wait(200);
    last().says(TABLE);
    expect(last().sent).toHaveLength(0);
  });

  it("keeps what is asked while the line is cut", () => {
    last().says(TABLE);
    last().breaks();
    void line.ask({ type: "say", text: "hello" });
    wait(200);
    last().says(TABLE);
    expect(last().asked("say")).toHaveLength(1);
  });

  it("waits longer after each attempt, and not at all when the network is back", () => {
    last().says(TABLE);
    last().breaks();
    wait(150);
    expect(wires).toHaveLength(2);
    last().breaks();
    wait(290);
    expect(wires).toHaveLength(2);
    wait(20);
    expect(wires).toHaveLength(3);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      last().breaks();
      wait(4000);
    }
    expect(wires).toHaveLength(8);
    last().breaks();
    window.dispatchEvent(new Event("online"));
    expect(wires).toHaveLength(9);
  });

  it("asks whether anybody is there when nothing comes, and gives up a silent line", () => {
    last().says(TABLE);
    wait(12_000);
    expect(last().asked("ping")).toHaveLength(1);
    last().says({ type: "pong", id: "id-1", now: 0, seq: 1 });
    wait(12_000);
    expect(last().asked("ping")).toHaveLength(2);
    wait(4000);
    expect(line.connected).toBe(false);
    wait(200);
    expect(wires).toHaveLength(2);
  });

  it("looks at once when the page is seen again, without dropping a line that answers", () => {
    last().says(TABLE);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(last().asked("ping")).toHaveLength(1);
    last().says({ type: "pong", id: "x", now: 0, seq: 1 });
    wait(3000);
    expect(line.connected).toBe(true);
    document.dispatchEvent(new Event("visibilitychange"));
    wait(1300);
    expect(line.connected).toBe(false);
  });

  it("opens no new line to a table that is not there", () => {
    last().says({ type: "refused", id: null, code: "no_such_table", detail: "" });
    last().breaks(4004);
    wait(60_000);
    expect(line.ended).toBe(4004);
    expect(wires).toHaveLength(1);
  });

  it("gives up an attempt that never connects", () => {
    wait(5200);
    wait(200);
    expect(wires).toHaveLength(2);
    expect(wires[0]?.closed).toBe(true);
  });

  it("leaves nothing running when it is closed", () => {
    last().says(TABLE);
    line.close();
    const spy = vi.fn();
    last().onclose = spy;
    wait(60_000);
    window.dispatchEvent(new Event("online"));
    expect(wires).toHaveLength(1);
    expect(spy).not.toHaveBeenCalled();
  });
});
