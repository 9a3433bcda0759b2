// For the page that embeds: small, and without anything of the prompts.
export type { EmbedLook, EmbedMode } from "./embed/embed-protocol.ts";
export { type MountedRequest, type MountRequestOptions, mountRequest } from "./embed/mount-request.ts";
