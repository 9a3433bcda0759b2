// Which way imports may go. A pure function over file texts, so that its test can show each rule failing;
// check-imports.mjs runs it over the tree. Type imports count like any other: a type lies below all who use it.
import { posix } from "node:path";
import ts from "typescript";

/**
 * @typedef {{ specifier: string, query: string, typeOnly: boolean, line: number }} Import query: vite's `?url` and the like
 * @typedef {import("./packages.mjs").Package} Package
 * @typedef {{ file: string, line: number, rule: string, message: string }} Violation
 * @typedef {{ unit: string, inside: string, isTest: boolean }} Place unit: package, "demo" or "bin"
 */

/** Floors of a package, lowest first: each imports itself and those before it. */
const floors = /** @type {Record<string, string[]>} */ ({
  core: ["primitives", "contracts", "toolkit", "wire", "loop", "run"],
  react: ["binding", "hooks", "components", "devtools", "labels"],
});

/** The highest floor a door may reach when it is not the top: the hooks' door must not pull the components in. */
const doorLimits = /** @type {Record<string, string>} */ ({
  "packages/react/src/index.ts": "hooks",
  "packages/react/src/components.ts": "components",
  "packages/react/src/devtools.ts": "devtools",
  "packages/react/src/markdown.ts": "components",
});

/** Which packages each one may import. The demo and the tools in `bin` may import all. */
const mayImport = /** @type {Record<string, { value: string[], type: string[] }>} */ ({
  core: { value: [], type: [] },
  idb: { value: ["core"], type: ["core"] },
  react: { value: ["core"], type: ["core", "idb"] },
  widgets: { value: ["core", "idb", "react"], type: ["core", "idb", "react"] },
  mcp: { value: ["core"], type: ["core"] },
  testing: { value: ["core"], type: ["core"] },
});

/** Only these may use Node: everything else must run in a page. */
const nodePlaces = [/^packages\/testing\/src\/node\//, /^packages\/[^/]+\/bin\//, /^demo\/(?!src\/)/];

const testFile = /\.(test|test-d|fixture)\.tsx?$/;

/**
 * Checks every import of every file.
 *
 * @param {Map<string, string>} files path from the root of the repository, with `/` → text
 * @param {Record<string, Package>} packages by short name, `core` for `@holdpoint/core`
 * @returns {Violation[]} in the order of the files, cycles last
 */
export function findViolations(files, packages) {
  /** @type {Violation[]} */
  const violations = [];
  /** @type {Map<string, string[]>} */
  const graph = new Map();

  for (const [file, text] of files) {
    const place = placeOf(file);
    if (place === undefined) continue;
    /** @type {string[]} */
    const targets = [];
    graph.set(file, targets);
    const isDoor = Object.values(packages[place.unit]?.doors ?? {}).includes(file);

    const floorNames = floors[place.unit];
    if (floorNames && !place.isTest && !isDoor && !floorNames.includes(floorOf(place))) {
      report({ line: 1 }, "floor", `lies on no floor of ${place.unit}: put it into ${floorNames.join(", ")}`);
    }

    for (const found of readImports(file, text)) {
      // The widgets are published bundled: nobody else's bundler sees their style sheets.
      const isBundledStyle = place.unit === "widgets" && /[?&]inline$/.test(found.query);
      if (found.query !== "" && !isBundledStyle && !place.isTest && packages[place.unit]) {
        report(
          found,
          "query",
          `uses ${found.query}, which other bundlers, and vite's own dev server in an app, cannot load`,
        );
      }
      if (found.specifier.startsWith(".")) {
        const target = resolveFile(posix.join(posix.dirname(file), found.specifier), files);
        if (target === undefined) continue; // A style sheet or the like; a missing module is the type-check's to report.
        targets.push(target);
        checkRelative(found, target);
      } else if (found.specifier.startsWith("@holdpoint/")) {
        checkPackage(found, targets);
      } else {
        checkForeign(found);
      }
    }

    /** @param {Import} found @param {string} target */
    function checkRelative(found, target) {
      if (place === undefined) return;
      const other = placeOf(target);
      if (other === undefined) {
        report(found, "door", `reaches "${found.specifier}" outside the packages`);
        return;
      }
      const ownTool = place.unit === "bin" && target.startsWith(`packages/${file.split("/")[1]}/`);
      // The gallery shows the very states that the tests walk.
      if (place.unit === "demo" && /\.fixture\.tsx?$/.test(target)) return;
      if (other.unit !== place.unit && !ownTool) {
        report(found, "door", `reaches into ${other.unit} by path: import it through its public door`);
        return;
      }
      if (other.isTest && !place.isTest) report(found, "test", `imports the test file ${target}`);
      if (place.isTest) return;
      if (Object.values(packages[other.unit]?.doors ?? {}).includes(target) && !isDoor && !ownTool) {
        report(found, "barrel", `imports the door of its own package, ${target}: import the file itself`);
        return;
      }
      checkFloor(found, target, other);
      if (
        place.unit === "testing" &&
        !file.startsWith("packages/testing/src/node/") &&
        other.inside.startsWith("node/")
      ) {
        report(found, "node", `is browser-safe and imports ${target}, which needs Node`);
      }
    }

    /** @param {Import} found @param {string} target @param {Place} other */
    function checkFloor(found, target, other) {
      if (place === undefined || floorNames === undefined || other.unit !== place.unit) return;
      const height = floorNames.indexOf(floorOf(other));
      if (height < 0) return; // Lies on no floor: already reported there.
      const limit = isDoor ? (doorLimits[file] ?? floorNames.at(-1) ?? "") : floorOf(place);
      const reach = floorNames.indexOf(limit);
      if (reach >= 0 && height > reach) {
        report(found, "floor", `imports upward, from ${limit} to ${floorOf(other)} (${target})`);
      }
    }

    /** @param {Import} found @param {string[]} into */
    function checkPackage(found, into) {
      if (place === undefined) return;
      const [, name = "", ...rest] = found.specifier.split("/");
      const target = packages[name];
      if (target === undefined) {
        report(found, "door", `imports ${found.specifier}, which is no package here`);
        return;
      }
      const subpath = rest.length === 0 ? "." : `./${rest.join("/")}`;
      const door = target.doors[subpath];
      if (door === undefined) {
        report(found, "door", `imports ${found.specifier}: @holdpoint/${name} has no such door in its exports`);
        return;
      }
      if (files.has(door)) into.push(door);
      if (place.isTest || place.unit === "demo" || place.unit === "bin") return;
      if (name === place.unit) {
        report(found, "barrel", `imports its own package by name: import the file itself`);
        return;
      }
      const allowed = mayImport[place.unit];
      if (allowed === undefined) {
        report(found, "package", `the package ${place.unit} has no rule yet: add it to import-rules.mjs`);
      } else if (!(found.typeOnly ? allowed.type : allowed.value).includes(name)) {
        const asType = allowed.type.includes(name) ? " as a value (only `import type` may)" : "";
        report(found, "package", `${place.unit} may not import ${name}${asType}`);
      } else {
        checkDeclared(found, `@holdpoint/${name}`);
      }
    }

    /** @param {Import} found */
    function checkForeign(found) {
      if (place === undefined || place.isTest) return;
      if (found.specifier.startsWith("node:")) {
        if (!nodePlaces.some((pattern) => pattern.test(file)))
          report(found, "node", `uses ${found.specifier} in a page`);
        return;
      }
      if (place.unit === "bin" || place.unit === "demo") return;
      const parts = found.specifier.split("/");
      checkDeclared(found, parts.slice(0, found.specifier.startsWith("@") ? 2 : 1).join("/"));
    }

    /** @param {Import} found @param {string} name */
    function checkDeclared(found, name) {
      if (place === undefined || packages[place.unit]?.dependencies.includes(name)) return;
      report(found, "dependency", `imports ${name}, which packages/${place.unit}/package.json does not declare`);
    }

    /** @param {{ line: number }} found @param {string} rule @param {string} message */
    function report(found, rule, message) {
      violations.push({ file, line: found.line, rule, message });
    }
  }

  for (const cycle of findCycles(graph)) {
    const [first = ""] = cycle;
    violations.push({
      file: first,
      line: 1,
      rule: "cycle",
      message: `is in a cycle: ${[...cycle, first].join(" → ")}`,
    });
  }
  return violations;
}

/**
 * Every module a file names: imports, `import type`, `export … from`, `import()` as a call and as a type, `require`,
 * and a worker's `new URL("./file.ts", import.meta.url)`.
 *
 * @param {string} file @param {string} text
 * @returns {Import[]}
 */
export function readImports(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  /** @type {Import[]} */
  const imports = [];

  /** @param {ts.Node | undefined} specifier @param {boolean} typeOnly */
  function add(specifier, typeOnly) {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return;
    const line = source.getLineAndCharacterOfPosition(specifier.getStart(source)).line + 1;
    const [, name = "", query = ""] = /^([^?]*)(.*)$/s.exec(specifier.text) ?? [];
    imports.push({ specifier: name, query, typeOnly, line });
  }

  /** @param {ts.Node} node */
  function visit(node) {
    if (ts.isImportDeclaration(node)) {
      // `import { type A }` still loads the module under verbatimModuleSyntax: only `import type` is a type import.
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword);
    } else if (ts.isExportDeclaration(node)) {
      add(node.moduleSpecifier, node.isTypeOnly);
    } else if (ts.isImportTypeNode(node)) {
      add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true);
    } else if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
      add(node.moduleReference.expression, node.isTypeOnly);
    } else if (ts.isCallExpression(node)) {
      const isRequire = ts.isIdentifier(node.expression) && node.expression.text === "require";
      if (node.expression.kind === ts.SyntaxKind.ImportKeyword || isRequire) add(node.arguments[0], false);
    } else if (ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "URL") {
      const [target, base] = node.arguments ?? [];
      const relative = target && ts.isStringLiteralLike(target) && target.text.startsWith(".");
      if (relative && base && /^import\.meta\.url$/.test(base.getText(source))) add(target, false);
    }
    ts.forEachChild(node, visit);
  }
  visit(source);
  return imports;
}

/**
 * Where a file stands. `undefined` for what has no rules.
 *
 * @param {string} file
 * @returns {Place | undefined}
 */
function placeOf(file) {
  const isTest = testFile.test(file);
  const source = /^packages\/([^/]+)\/src\/(.+)$/.exec(file);
  if (source?.[1] && source[2]) return { unit: source[1], inside: source[2], isTest };
  const tool = /^packages\/[^/]+\/bin\/(.+)$/.exec(file);
  if (tool?.[1]) return { unit: "bin", inside: tool[1], isTest };
  const demo = /^demo\/(.+)$/.exec(file);
  if (demo?.[1]) return { unit: "demo", inside: demo[1], isTest };
  return undefined;
}

/** @param {Place} place */
function floorOf(place) {
  const slash = place.inside.indexOf("/");
  return slash < 0 ? "" : place.inside.slice(0, slash);
}

/**
 * @param {string} path @param {Map<string, string>} files
 * @returns {string | undefined}
 */
function resolveFile(path, files) {
  const bare = path.replace(/\.(js|jsx|mjs)$/, "");
  const candidates = [
    path,
    `${bare}.ts`,
    `${bare}.tsx`,
    `${path}.ts`,
    `${path}.tsx`,
    `${path}/index.ts`,
    `${path}/index.tsx`,
  ];
  return candidates.find((candidate) => files.has(candidate));
}

/**
 * Strongly connected files (Tarjan): each is named once, however many loops run through it.
 *
 * @param {Map<string, string[]>} graph
 * @returns {string[][]}
 */
function findCycles(graph) {
  /** @type {Map<string, { index: number, low: number, open: boolean }>} */
  const seen = new Map();
  /** @type {string[]} */
  const stack = [];
  /** @type {string[][]} */
  const cycles = [];

  /** @param {string} file */
  function visit(file) {
    const mark = { index: seen.size, low: seen.size, open: true };
    seen.set(file, mark);
    stack.push(file);
    for (const target of graph.get(file) ?? []) {
      const other = seen.get(target) ?? visit(target);
      if (other.open) mark.low = Math.min(mark.low, other.low);
    }
    if (mark.low === mark.index) {
      const group = stack.splice(stack.indexOf(file));
      for (const member of group) {
        const closed = seen.get(member);
        if (closed) closed.open = false;
      }
      if (group.length > 1 || graph.get(file)?.includes(file)) cycles.push(group);
    }
    return mark;
  }

  for (const file of graph.keys()) if (!seen.has(file)) visit(file);
  return cycles;
}
