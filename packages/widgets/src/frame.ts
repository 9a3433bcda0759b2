// For the page that is embedded.
export { type RequestFrameOptions, startRequestFrame } from "./embed/start-request-frame.tsx";
