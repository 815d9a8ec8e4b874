/** What an address of the page shows. */

export type Route =
  | { page: "home" }
  | { page: "new" }
  | { page: "table"; id: string }
  | { page: "rules"; book: string | null; language: string | null }
  | { page: "settings" }
  | { page: "games" }
  | { page: "continue" }
  | { page: "workshop" }
  | { page: "not-found"; what: "page" | "rules" };

const NOT_FOUND: Route = { page: "not-found", what: "page" };

export function routeOf(path: string): Route {
  const [first = "", second = "", third = "", ...more] = path.split("/").filter((part) => part !== "");
  if (first === "rules") {
    const language = /^[a-z]{2}$/.test(second) ? second : null;
    const [book = null, ...rest] = [second, third, ...more].filter((part) => part !== "" && part !== language);
    return rest.length === 0 ? { page: "rules", book, language } : { page: "not-found", what: "rules" };
  }
  if (third !== "") return NOT_FOUND;
  if (first === "") return { page: "home" };
  if (first === "t" && /^[A-Za-z0-9_-]{1,64}$/.test(second)) return { page: "table", id: second };
  if (second === "" && ["new", "settings", "games", "continue", "workshop"].includes(first)) {
    return { page: first } as Route;
  }
  return NOT_FOUND;
}
