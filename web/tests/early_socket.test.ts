// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { openEarly, openSocket } from "../src/net/early_socket";

class Line {
  static readonly OPEN = 1;
  readyState = 1;
  onmessage: ((event: { data: string }) => void) | null = null;
  constructor(readonly url: string) {
    made.push(this);
  }
  close(): void {
    this.readyState = 3;
  }
}

const made: Line[] = [];
beforeEach(() => {
  made.length = 0;
  vi.stubGlobal("WebSocket", Line);
});

const say = (line: unknown, data: string) => (line as Line).onmessage?.({ data });

it("hands over the socket that is open already, and what it heard, in order", async () => {
  openEarly("ws://here/1");
  const line = openSocket("ws://here/1");
  const heard: string[] = [];
  line.onmessage = (event) => heard.push(event.data as string);
  await Promise.resolve();
  say(line, "later");
  expect(heard).toEqual(["later"]);
  expect(openSocket("ws://here/1")).not.toBe(line);
});

it("tells what was said before anybody listened", async () => {
  openEarly("ws://here/1");
  say(made[0]!, "first");
  say(made[0]!, "second");
  const line = openSocket("ws://here/1");
  const heard: string[] = [];
  line.onmessage = (event) => heard.push(event.data as string);
  await Promise.resolve();
  expect(line).toBe(made[0]);
  expect(heard).toEqual(["first", "second"]);
});

it("opens a new one for another address, or where the first has closed", () => {
  openEarly("ws://here/1");
  expect((openSocket("ws://here/2") as unknown as Line).url).toBe("ws://here/2");
  expect(made[0]?.readyState).toBe(3);
  openEarly("ws://here/1");
  made.at(-1)!.readyState = 3;
  expect(openSocket("ws://here/1")).toBe(made.at(-1));
  expect(made).toHaveLength(4);
});
