import { fileURLToPath } from "node:url";

/** The root of the repository, three folders up from here. */
export const repositoryRoot = fileURLToPath(new URL("../../..", import.meta.url));
