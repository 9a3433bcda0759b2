import { type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { awaitAuthorization, stateOf } from "../../binding/authorization-channel.ts";
import { leaveForSignIn, takeReturn } from "../../binding/authorization-redirect.ts";
import type { AuthorizationReturn } from "../../binding/authorization-return.ts";
import { checkUrl } from "../parts/safe-url.ts";
import { useLabels } from "../settings.ts";
import { visibleText } from "../text/visible-text.ts";
import { authorizationLabels } from "./authorization-labels.ts";
import { GuardedButton } from "./guarded-button.tsx";
import type { PromptProps } from "./prompt-props.ts";
import { UrlText } from "./url-text.tsx";

/** A window of its own that cannot reach back and is not told where it was opened (threat S7). */
const POPUP = "popup,noopener,noreferrer,width=520,height=700";

/** The part of a sign-in that is its own. */
export function AuthorizationBody({ record, answer, sending }: PromptProps): ReactNode {
  const labels = useLabels("authorization", authorizationLabels);
  const { url: text } = record.request;
  const checked = useMemo(() => checkUrl(text), [text]);
  const [opened, setOpened] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const state = checked.ok ? stateOf(checked.url) : undefined;
  const send = useRef(answer);
  send.current = answer;

  useEffect(() => {
    if (state === undefined) return;
    const goOn = ({ ok, data }: AuthorizationReturn): void => {
      const said = data === undefined ? {} : { data };
      void send.current(ok ? { ok: true, ...said } : { ok: false, reason: "declined", ...said });
    };
    const back = takeReturn(state);
    if (back !== undefined) goOn(back);
    return awaitAuthorization(state, goOn);
  }, [state]);

  if (!checked.ok) {
    return (
      <>
        <p className="hp-problem" role="alert">
          {labels.refused(checked.reason)}
        </p>
        {typeof text === "string" && (
          <p className="hp-code" dir="ltr">
            {visibleText(text)}
          </p>
        )}
        <div className="hp-actions">
          <CancelButton answer={answer} sending={sending} />
        </div>
      </>
    );
  }
  const { url, host, warnings } = checked;
  const onOpen = (event: MouseEvent<HTMLAnchorElement>): void => {
    // Script may not send a person anywhere either.
    const { isTrusted } = event.nativeEvent;
    // A modifier says where the person wants it; a second try is a plain link, which no blocker stops.
    const asLink = opened || event.metaKey || event.ctrlKey || event.shiftKey;
    if (!isTrusted || !asLink) event.preventDefault();
    if (!isTrusted) return;
    setOpened(true);
    // It says nothing of whether it opened, since it cannot reach back: the other ways stand there from now on.
    if (!asLink) viewOf(event.currentTarget)?.open(url.href, "_blank", POPUP);
  };
  const onLeave = (event: MouseEvent<HTMLAnchorElement>): void => {
    const view = viewOf(event.currentTarget);
    if (!event.nativeEvent.isTrusted || view === null) event.preventDefault();
    else if (state !== undefined) leaveForSignIn(state, view);
  };
  return (
    <div ref={frame} className="hp-form">
      <p className="hp-note">{labels.leadsTo}</p>
      <UrlText url={url} />
      {warnings.map((warning) => (
        <p key={warning} className="hp-warning">
          {labels.warning(warning, host)}
        </p>
      ))}
      <p className="hp-note" role="status">
        {opened ? labels.waiting : ""}
      </p>
      {opened && (
        <p className="hp-note">
          {labels.blocked}{" "}
          {/* A page inside another one would only replace itself, and most places to sign in refuse that. */}
          {viewOf(frame.current)?.top === viewOf(frame.current) && (
            <a className="hp-link" href={url.href} rel="noreferrer" referrerPolicy="no-referrer" onClick={onLeave}>
              {labels.openHere}
            </a>
          )}
        </p>
      )}
      <div className="hp-actions">
        <CancelButton answer={answer} sending={sending} />
        <a
          className="hp-button"
          data-variant={opened ? "plain" : "primary"}
          href={url.href}
          target="_blank"
          rel="noopener noreferrer"
          referrerPolicy="no-referrer"
          onClick={onOpen}
        >
          {opened ? labels.signInAgain : labels.signIn(host)}
        </a>
        <GuardedButton
          variant={opened ? "primary" : "plain"}
          disabled={sending}
          onPress={() => void answer({ ok: true })}
        >
          {labels.signedIn}
        </GuardedButton>
      </div>
    </div>
  );
}

/** Not signing in is no word about the call: it is called off, not declined. */
function CancelButton({ answer, sending }: Pick<PromptProps, "answer" | "sending">): ReactNode {
  const labels = useLabels("authorization", authorizationLabels);
  return (
    <GuardedButton disabled={sending} onPress={() => void answer({ ok: false, reason: "cancelled" })}>
      {labels.cancel}
    </GuardedButton>
  );
}

/** The window an element stands in. */
function viewOf(element: Element | null): Window | null {
  return element?.ownerDocument.defaultView ?? null;
}
