// JSON Schema on standard input, TypeScript on standard output; the argument names the module that it comes from.
import { compile } from "json-schema-to-typescript";

/**
 * A default beside a reference would make a second copy of the type; what has no shape may have any; and a tuple is
 * written as older drafts of JSON Schema write it.
 */
function plainer(part) {
  if (Array.isArray(part)) return part.map(plainer);
  if (part === null || typeof part !== "object") return part;
  if (part.type === "object" && !("properties" in part) && !("additionalProperties" in part) && !("$defs" in part)) {
    return { tsType: "Record<string, any>" };
  }
  if (part.prefixItems) return { ...part, items: part.prefixItems.map(plainer), prefixItems: undefined };
  return Object.fromEntries(
    Object.entries(part)
      .filter(([key]) => key !== "default")
      .map(([key, value]) => [key, plainer(value)]),
  );
}

/** Fields that may hold anything: an empty schema. */
function anything(part) {
  for (const one of Object.values(part.$defs)) {
    for (const [key, value] of Object.entries(one.properties ?? {})) {
      if (Object.keys(value).length === 0) one.properties[key] = { tsType: "any" };
    }
  }
  return part;
}

let text = "";
for await (const part of process.stdin) text += part;
const types = await compile(anything(plainer(JSON.parse(text))), "Wire", {
  bannerComment: `/* Written by \`python -m tools.wire_types\` from ${process.argv[2]}. Do not edit. */`,
  unreachableDefinitions: true,
  additionalProperties: false,
  style: { printWidth: 120 },
});
const NOISE = /( \*\n)? \* This interface was referenced by .*\n \* via the .*\n/g;
process.stdout.write(types.replace(NOISE, "").replaceAll("/**\n */\n", "").replace("export interface Wire {}\n", ""));
