/** The server's HTTP routes. A request that is not granted rejects with a `RequestRefused`. */

import type { Refused } from "../table/contract";
import type { Problem } from "./messages";

export class RequestRefused extends Error implements Refused {
  constructor(
    readonly code: string,
    readonly detail: string,
    readonly params: Record<string, unknown> = {},
  ) {
    super(detail);
  }
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new RequestRefused("unreachable", "the server does not answer");
  }
  if (response.status === 204) return undefined as T;
  const text = await response.text();
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw new RequestRefused("unreachable", text.slice(0, 200));
  }
  if (!response.ok) {
    const problem = found as Problem;
    throw new RequestRefused(problem.code, problem.detail, problem.params);
  }
  return found as T;
}

export const api = {
  get: <T>(path: string) => request<T>("GET", path),
  post: <T>(path: string, body?: unknown) => request<T>("POST", path, body ?? {}),
  remove: (path: string) => request<void>("DELETE", path),
};
