/** Who is playing in this browser: a guest with a name, known to the server by a cookie. */

import { api, RequestRefused } from "./api";
import type { Me } from "./messages";

class Myself {
  /** Null: the server does not know this browser yet. */
  name = $state<string | null>(null);
  /** Who this browser was before it continued as somebody else. */
  before = $state<string | null>(null);
  private asked: Promise<void> | null = null;

  /** Ask the server once who this is. */
  know(): Promise<void> {
    this.asked ??= this.ask();
    return this.asked;
  }

  private async ask(): Promise<void> {
    try {
      this.take(await api.get<Me | undefined>("/me"));
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
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
    await this.ask(); // whoever was somebody before is that again
  }

  /** Another device's person continues here; whoever reads this has said so. */
  async become(token: string): Promise<void> {
    this.take(await api.post<Me>("/me/continue", { token, confirmed: true }));
    this.asked = Promise.resolve();
  }

  /** Be again who this browser was before. */
  async goBack(): Promise<void> {
    this.take(await api.post<Me>("/me/back"));
  }

  private take(found: Me | undefined): void {
    this.name = found?.name ?? null;
    this.before = found?.before ?? null;
  }
}

export const me = new Myself();
