export { sharedFolder } from "./shared-folder.ts";
