/** A table's socket, opened before the page that needs it has come. What it hears meanwhile is kept for whoever takes it. */

interface Opened {
  url: string;
  socket: WebSocket;
  heard: MessageEvent[];
}

let early: Opened | null = null;

/** The address of a table's socket. */
export function socketAddress(id: string, page: { protocol: string; host: string }): string {
  return `${page.protocol === "https:" ? "wss" : "ws"}://${page.host}/api/tables/${id}/socket`;
}

export function openEarly(url: string): void {
  const heard: MessageEvent[] = [];
  const socket = new WebSocket(url);
  socket.onmessage = (event) => heard.push(event);
  early = { url, socket, heard };
}

/** A socket to this address: the one that is open already, or a new one. Listen at once: what it heard is told next. */
export function openSocket(url: string): WebSocket {
  const opened = early;
  early = null;
  if (opened?.url !== url || opened.socket.readyState > WebSocket.OPEN) {
    opened?.socket.close();
    return new WebSocket(url);
  }
  queueMicrotask(() => opened.heard.forEach((event) => opened.socket.onmessage?.(event)));
  return opened.socket;
}
