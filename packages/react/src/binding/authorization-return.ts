/** The page a person signed in at came back to says how it went, on a channel that only this sign-in has. */
export interface AuthorizationReturn {
  readonly state: string;
  readonly ok: boolean;
  /** What the tool needs to go on: a code, or nothing. It is kept with the run, so never a token. */
  readonly data?: unknown;
}
