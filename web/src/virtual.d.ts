declare module "virtual:rules" {
  type RulesPage = import("../tools/plugins.ts").RulesPage;
  /** By language and book. */
  const shelves: Record<string, Record<string, () => Promise<{ default: RulesPage }>>>;
  export default shelves;
}
