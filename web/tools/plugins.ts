/** What the build adds to Vite: the rules as a page, and files that need not be compressed at every request. */

import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompress, constants, gzip } from "node:zlib";
import { promisify } from "node:util";
import { Marked } from "marked";
import type { Plugin } from "vite";

const BOOKS = "virtual:rules";
const VIRTUAL = `${BOOKS}/`;
const SMALLEST = 500;
/** Its rules lie in the folder itself, those of the others in folders of their own. */
const MAIN_LANGUAGE = "en";

/** Links to other books, from the main language and from another; whatever else they name is not on the page. */
const FROM_MAIN = /^(?:([a-z]{2})\/)?([a-z]+\.md.*)$/;
const FROM_OTHER = /^(?:(\.\.)\/)?([a-z]+\.md.*)$/;

export interface RulesPage {
  html: string;
  headings: { id: string; text: string }[];
}

/**
 * `virtual:rules/en/nyet` is docs/rules/nyet.md as HTML, `virtual:rules/de/nyet` is docs/rules/de/nyet.md;
 * `virtual:rules` loads any of them, by language and book.
 */
export function rules(folder: string): Plugin {
  return {
    name: "rules",
    resolveId: (id) => (id === BOOKS || id.startsWith(VIRTUAL) ? `\0${id}` : undefined),
    async load(id) {
      if (id === `\0${BOOKS}`) return `export default { ${await shelves(folder)} }`;
      if (!id.startsWith(`\0${VIRTUAL}`)) return undefined;
      const [language = "", book = ""] = id.slice(VIRTUAL.length + 1).split("/");
      const file = join(folder, language === MAIN_LANGUAGE ? "" : language, `${book}.md`);
      this.addWatchFile(file);
      return `export default ${JSON.stringify(renderRules(await readFile(file, "utf8"), language))}`;
    },
  };
}

/** The books of every language, each with what loads it. */
async function shelves(folder: string): Promise<string> {
  const languages = (await readdir(folder, { withFileTypes: true })).filter((one) => one.isDirectory());
  const shelf = async (language: string, place: string) => {
    const books = (await readdir(place)).filter((name) => name.endsWith(".md")).map((name) => name.slice(0, -3));
    const loads = books.map((book) => `${book}: () => import("${VIRTUAL}${language}/${book}")`);
    return `${language}: { ${loads.join(", ")} }`;
  };
  const others = languages.map(({ name }) => shelf(name, join(folder, name)));
  return (await Promise.all([shelf(MAIN_LANGUAGE, folder), ...others])).join(", ");
}

/**
 * One page of the rules. Numbered rules keep their anchors (`r6-3`, `n10`); the first heading is the title. Links between
 * the pages of a language stay in it; those into another folder lead to the other language.
 */
export function renderRules(text: string, language: string): RulesPage {
  const headings: RulesPage["headings"] = [];
  const marked = new Marked({
    renderer: {
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        if (href.startsWith("#")) return `<a href="${href}">${words}</a>`;
        const [, folder, book] = (language === MAIN_LANGUAGE ? FROM_MAIN : FROM_OTHER).exec(href) ?? [];
        if (book === undefined) return words;
        const there = folder === undefined ? language : folder === ".." ? MAIN_LANGUAGE : folder;
        return `<a href="/rules/${there}/${book.replace(".md", "")}">${words}</a>`;
      },
      heading({ tokens, depth }) {
        const words = this.parser.parseInline(tokens);
        const plain = words.replace(/<[^>]+>/g, "").trim();
        const id = plain
          .toLowerCase()
          .replace(/[^\p{L}\p{N} -]/gu, "")
          .replaceAll(" ", "-");
        if (depth === 2) headings.push({ id, text: plain });
        return depth === 1 ? "" : `<h${depth} id="${id}">${words}</h${depth}>\n`;
      },
      table(token) {
        const row = (cells: typeof token.header, tag: string) =>
          `<tr>${cells.map((cell) => filled(tag, this.parser.parseInline(cell.tokens))).join("")}</tr>`;
        const body = token.rows.map((cells) => row(cells, "td")).join("");
        return `<div class="wide" tabindex="0" role="group"><table><thead>${row(token.header, "th")}</thead><tbody>${body}</tbody></table></div>`;
      },
    },
  });
  return { html: marked.parse(text, { async: false }), headings };
}

/** A cell; a head without a word is none. */
function filled(tag: string, words: string): string {
  const name = tag === "th" && words === "" ? "td" : tag;
  return `<${name}>${words}</${name}>`;
}

/**
 * The first script asks for its modules when it runs; by the head of a document the browser has fetched them by then.
 * Every document is index.html with the modules that it needs.
 */
export function documents(modules: Record<string, string[]>): Plugin {
  return {
    name: "documents",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const index = bundle["index.html"];
      if (index?.type !== "asset") throw new Error("there is no index.html");
      const html = String(index.source);
      const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
      const links = (file: string) => {
        const chunk = chunks.find((one) => one.moduleIds.some((id) => id.endsWith(file)));
        if (chunk === undefined) throw new Error(`nothing was built from ${file}`);
        const styles = [...(chunk.viteMetadata?.importedCss ?? [])];
        return [["modulepreload", chunk.fileName], ...styles.map((css) => ["stylesheet", css])]
          .map(([rel, name]) => `    <link rel="${rel}" crossorigin href="/${name}">\n`)
          .join("");
      };
      for (const [fileName, files] of Object.entries(modules)) {
        const source = html.replace("  </head>", `${files.map(links).join("")}  </head>`);
        if (fileName === "index.html") index.source = source;
        else this.emitFile({ type: "asset", fileName, source });
      }
    },
  };
}

/** Beside every text file its gzip and brotli forms. */
export function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    async closeBundle() {
      const folder = this.environment.config.build.outDir;
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(js|css|html|svg|json|webmanifest)$/.test(entry.name)) continue;
        const file = join(entry.parentPath, entry.name);
        const bytes = await readFile(file);
        if (bytes.length < SMALLEST) continue;
        await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
        const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
        await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, options));
      }
    },
  };
}
