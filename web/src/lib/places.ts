/** What an address of the page shows. */

export type Place =
  | { page: "home" }
  | { page: "new" }
  | { page: "table"; id: string }
  | { page: "rules"; book: string; language: string | null }
  | { page: "settings" }
  | { page: "games" }
  | { page: "continue" }
  | { page: "workshop" }
  | { page: "lost" };

export function placeOf(path: string): Place {
  const [first = "", second = "", third = "", ...more] = path.split("/").filter((part) => part !== "");
  if (first === "rules" && /^[a-z]{2}$/.test(second) && more.length === 0) {
    return { page: "rules", book: third || "nyet", language: second };
  }
  if (third !== "") return { page: "lost" };
  if (first === "") return { page: "home" };
  if (first === "t" && /^[A-Za-z0-9_-]{1,64}$/.test(second)) return { page: "table", id: second };
  if (first === "rules") return { page: "rules", book: second || "nyet", language: null };
  if (second === "" && ["new", "settings", "games", "continue", "workshop"].includes(first)) {
    return { page: first } as Place;
  }
  return { page: "lost" };
}
