// The guides in docs/, and the files of code each of them shows.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "./repository.mjs";

/** @typedef {{ name: string, text: string, files: Map<string, string> }} Guide name: without `.md` */

/** What every app has that `npm create vite` makes; a guide may show another one. */
const indexHtml = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Guide</title>
    <link rel="icon" href="data:," />
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="src/main.tsx"></script>
  </body>
</html>
`;

/** @returns {Guide[]} the rows of the table in docs/README.md; other pages there are no guides */
export function readGuides() {
  const list = readFileSync(join(repositoryRoot, "docs/README.md"), "utf8");
  return [...list.matchAll(/^\| .+ \| \[.+\]\((.+)\.md\) \|$/gm)].map(([, name = ""]) => {
    const text = readFileSync(join(repositoryRoot, "docs", `${name}.md`), "utf8");
    return { name, text, files: filesOfGuide(text) };
  });
}

/**
 * The blocks of code whose first line names a file: `// path`, in style sheets `/* path *\/`, in pages `<!-- path -->`.
 *
 * @param {string} text
 * @returns {Map<string, string>} path → code, the line with the name left out
 */
export function filesOfGuide(text) {
  const block = /^```(?:[jt]sx?|css|html)\n(?:\/\/ |\/\* |<!-- )(\S+)(?: \*\/| -->)?\n([\s\S]*?)^```$/gm;
  return new Map([...text.matchAll(block)].map(([, path = "", code = ""]) => [path, code]));
}

/** @param {string} text @returns {number} how many blocks of code there are, with a name or without */
export function countCode(text) {
  return [...text.matchAll(/^```(?:[jt]sx?|mjs|css|html)$/gm)].length;
}

/**
 * The app a guide shows: its own files over those of the quick start.
 *
 * @param {readonly Guide[]} guides
 * @param {string} name
 * @returns {Map<string, string>}
 */
export function appOf(guides, name) {
  const find = (/** @type {string} */ wanted) => guides.find((guide) => guide.name === wanted)?.files ?? new Map();
  return new Map([["index.html", indexHtml], ...find("quick-start"), ...find(name)]);
}
