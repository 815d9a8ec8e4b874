/** Where in the page we are. Links inside it change no document; the address is always one that can be shared. */

import { routeOf, type Route } from "./routes";

class Navigation {
  route = $state.raw<Route>(routeOf(location.pathname));
  /** The part behind `#`, without it. */
  hash = $state(location.hash.slice(1));
  /** Grows with every step, so that a page can begin anew. */
  steps = $state(0);

  constructor() {
    window.addEventListener("popstate", () => this.read());
    document.addEventListener("click", (event) => this.follow(event));
  }

  go(address: string, { instead = false } = {}): void {
    if (instead) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    this.read();
    if (this.hash === "") window.scrollTo(0, 0);
  }

  private read(): void {
    this.route = routeOf(location.pathname);
    this.hash = location.hash.slice(1);
    this.steps += 1;
  }

  private follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element).closest("a");
    if (link === null || link.target !== "" || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const navigation = new Navigation();
