declare module "virtual:rules/*" {
  const page: import("../tools/plugins.ts").RulesPage;
  export default page;
}
