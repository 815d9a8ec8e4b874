/** Who is playing in this browser: a guest with a name, known to the server by a cookie. */

import { api, Refusing } from "./api";
import type { Me } from "./wire";

class Myself {
  /** Null: the server does not know this browser yet. */
  name = $state<string | null>(null);
  private asked: Promise<void> | null = null;

  /** Ask the server once who this is. */
  know(): Promise<void> {
    this.asked ??= this.ask();
    return this.asked;
  }

  private async ask(): Promise<void> {
    try {
      this.name = (await api.get<Me | undefined>("/me"))?.name ?? null;
    } catch (error) {
      if (!(error instanceof Refusing)) throw error;
      this.asked = null; // not answered: ask again next time
    }
  }

  /** Say a name: makes a guest of a newcomer. */
  async rename(name: string): Promise<void> {
    this.name = (await api.post<Me>("/me", { name })).name;
    this.asked = Promise.resolve();
  }

  /** Be somebody: who has said no name gets one. */
  async arrive(guest: string): Promise<void> {
    await this.know();
    if (this.name === null) await this.rename(`${guest} ${10 + Math.floor(Math.random() * 90)}`);
  }

  async forget(): Promise<void> {
    await api.remove("/me");
    this.name = null;
  }

  /** Another device's person continues here. */
  async become(token: string): Promise<void> {
    this.name = (await api.post<Me>("/me/continue", { token })).name;
    this.asked = Promise.resolve();
  }
}

export const me = new Myself();
