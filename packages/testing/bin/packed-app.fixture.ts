import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { repositoryRoot } from "./repository.mjs";

const start = promisify(execFile);

/** An app outside the repository that has our packages as a stranger gets them. */
export interface PackedApp {
  readonly folder: string;
  /** Its `node_modules`. */
  readonly modules: string;
  /** Writes a file of the app. */
  write(path: string, text: string): void;
  /** What the compiler has against the files of `src`; empty when it has nothing. */
  typeErrors(options: object): Promise<string[]>;
  remove(): void;
}

/**
 * Makes an app: the packages are built, packed and unpacked into its `node_modules`. Their dependencies are linked from
 * here, so nothing is downloaded.
 */
export async function makePackedApp(names: readonly string[]): Promise<PackedApp> {
  const folder = mkdtempSync(join(tmpdir(), "holdpoint-app-"));
  const modules = join(folder, "node_modules");
  await run(process.execPath, ["packages/testing/bin/build.mjs", ...names], { cwd: repositoryRoot });
  linkForeignModules(modules);
  mkdirSync(join(modules, "@holdpoint"));
  for (const name of names) await unpack(name, folder);

  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write("package.json", JSON.stringify({ name: "app", private: true, type: "module" }));
  return {
    folder,
    modules,
    write,
    typeErrors(options) {
      write("tsconfig.json", JSON.stringify({ compilerOptions: options, include: ["src"] }));
      return typeErrors(folder);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Runs a program to its end; a failure carries what it printed. */
export async function run(
  program: string,
  options: string[],
  settings: { readonly cwd: string },
): Promise<{ stdout: string; stderr: string }> {
  try {
    return await start(program, options, settings);
  } catch (error) {
    if (!(error instanceof Error && "stdout" in error && "stderr" in error)) throw error;
    throw new Error(`${program} ${options.join(" ")} failed:\n${error.stdout}${error.stderr}`, { cause: error });
  }
}

async function unpack(name: string, folder: string): Promise<void> {
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder], {
    cwd: join(repositoryRoot, "packages", name),
  });
  const [packed] = JSON.parse(stdout);
  const target = join(folder, "node_modules", "@holdpoint", name);
  mkdirSync(target);
  await run("tar", ["-xzf", join(folder, packed.filename), "-C", target, "--strip-components=1"], { cwd: folder });
}

/** Everything installed here but the workspaces themselves. */
function linkForeignModules(modules: string): void {
  mkdirSync(modules);
  const source = join(repositoryRoot, "node_modules");
  for (const name of readdirSync(source)) {
    if (name.startsWith(".") || name === "@holdpoint") continue;
    symlinkSync(join(source, name), join(modules, name));
  }
}

async function typeErrors(folder: string): Promise<string[]> {
  try {
    await start(process.execPath, [join(repositoryRoot, "node_modules/typescript/bin/tsc"), "-p", folder], {
      cwd: folder,
    });
    return [];
  } catch (error) {
    if (error instanceof Error && "stdout" in error) return String(error.stdout).trim().split("\n");
    throw error;
  }
}
