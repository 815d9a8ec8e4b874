// JSON Schema on standard input, TypeScript on standard output.
import { compile } from "json-schema-to-typescript";

/** A default beside a reference would make a second copy of the type. */
const withoutDefaults = (part) =>
    Array.isArray(part)
        ? part.map(withoutDefaults)
        : part && typeof part === "object"
          ? Object.fromEntries(
                Object.entries(part)
                    .filter(([key]) => key !== "default")
                    .map(([key, value]) => [key, withoutDefaults(value)]),
            )
          : part;

let text = "";
for await (const part of process.stdin) text += part;
const types = await compile(withoutDefaults(JSON.parse(text)), "Wire", {
    bannerComment: "/* Written by `python -m tools.wire_types` from naysay.server.wire. Do not edit. */",
    unreachableDefinitions: true,
    additionalProperties: false,
    style: { printWidth: 120 },
});
const NOISE = /( \*\n)? \* This interface was referenced by .*\n \* via the .*\n/g;
process.stdout.write(types.replace(NOISE, "").replaceAll("/**\n */\n", "").replace("export interface Wire {}\n", ""));
