export { createHttpSource } from "@holdpoint/core/request-source";
