/** A value of the host's, or how to get it when a request is made. Use-only: never stored, logged or put in an error. */
export type HostValue = string | (() => string | Promise<string>);
