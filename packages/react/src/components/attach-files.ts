// What a page loads when somebody attaches a file.
export { AttachedFiles } from "./attached-files.tsx";
export { partsOf } from "./message-parts.ts";
