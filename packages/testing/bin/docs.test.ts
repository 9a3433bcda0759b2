import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { appOf, countCode, readGuides } from "./docs.mjs";
import { linksOf } from "./readme.mjs";
import { repositoryRoot } from "./repository.mjs";

const guides = readGuides();
const list = readFileSync(join(repositoryRoot, "docs/README.md"), "utf8");

test("every page stands in the list of pages", () => {
  const pages = readdirSync(join(repositoryRoot, "docs")).filter(
    (file) => file.endsWith(".md") && file !== "README.md",
  );
  expect(linksOf(list).sort()).toEqual(pages.sort());
  expect(guides.length).toBeGreaterThan(10);
});

describe.each(guides)("the guide $name", ({ text, files }) => {
  test("has no code that is not a file with a name, so none that is not checked", () => {
    expect(files.size).toBe(countCode(text));
  });

  test("links only to what is there", () => {
    const targets = linksOf(text).filter((target) => !/^https?:/.test(target));
    const missing = targets.filter((target) => !existsSync(join(repositoryRoot, "docs", target.replace(/#.*/, ""))));
    expect(missing).toEqual([]);
  });
});

test("all code of the guides type-checks as strictly as a new Vite app does, each guide as an app of its own", () => {
  const folder = mkdtempSync(join(tmpdir(), "holdpoint-docs-"));
  try {
    symlinkSync(join(repositoryRoot, "node_modules"), join(folder, "node_modules"));
    const roots: string[] = [];
    for (const { name, files } of guides) {
      for (const [path, code] of appOf(guides, name)) {
        const file = join(folder, name, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, code);
        // JavaScript is run, not checked: it is written for readers without types.
        if (/\.tsx?$/.test(path) && (files.has(path) || path.startsWith("src/"))) roots.push(file);
      }
    }
    const { config } = ts.readConfigFile(join(repositoryRoot, "tsconfig.base.json"), ts.sys.readFile);
    const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, repositoryRoot);
    const program = ts.createProgram(roots, {
      ...options,
      noEmit: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      noUncheckedSideEffectImports: true,
      types: ["node", "vite/client"],
      typeRoots: [join(repositoryRoot, "node_modules/@types"), join(repositoryRoot, "node_modules")],
    });
    const problems = roots.flatMap((root) => {
      const source = program.getSourceFile(root);
      return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map((found) => {
        const line = found.start === undefined ? 0 : (source?.getLineAndCharacterOfPosition(found.start).line ?? 0) + 1;
        const words = ts.flattenDiagnosticMessageText(found.messageText, "\n");
        return `${root.slice(folder.length + 1)}:${line}: ${words}`;
      });
    });
    expect(problems).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 300_000);
