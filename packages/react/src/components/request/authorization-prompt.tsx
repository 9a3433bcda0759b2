import { type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { awaitAuthorization, stateOf } from "../../binding/authorization-channel.ts";
import { checkUrl } from "../parts/safe-url.ts";
import { useLabels } from "../settings.ts";
import { visibleText } from "../text/visible-text.ts";
import { authorizationLabels } from "./authorization-labels.ts";
import { DeclineButton } from "./decline-button.tsx";
import { GuardedButton } from "./guarded-button.tsx";
import { PromptFrame, type RequestPromptProps } from "./prompt-frame.tsx";
import type { PromptProps } from "./prompt-props.ts";
import { UrlText } from "./url-text.tsx";

/** A window of its own that cannot reach back and is not told where it was opened (threat S7). */
const POPUP = "popup,noopener,noreferrer,width=520,height=700";

/** Sends a person to another place to sign in, and goes on when that place, or the person, says it is done. */
export function AuthorizationPrompt(props: RequestPromptProps): ReactNode {
  return <PromptFrame {...props} body={AuthorizationBody} />;
}

/** The part of a sign-in that is its own. */
export function AuthorizationBody({ record, answer, sending }: PromptProps): ReactNode {
  const labels = useLabels("authorization", authorizationLabels);
  const { url: text } = record.request;
  const checked = useMemo(() => checkUrl(text), [text]);
  const [opened, setOpened] = useState(false);
  const state = checked.ok ? stateOf(checked.url) : undefined;
  const send = useRef(answer);
  send.current = answer;

  useEffect(() => {
    if (state === undefined) return;
    return awaitAuthorization(state, ({ ok, data }) => {
      const said = data === undefined ? {} : { data };
      void send.current(ok ? { ok: true, ...said } : { ok: false, reason: "declined", ...said });
    });
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
          <DeclineButton answer={answer} sending={sending} />
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
    if (!asLink) window.open(url.href, "_blank", POPUP);
  };
  return (
    <div className="hp-form">
      <p className="hp-note">{labels.leadsTo}</p>
      <UrlText url={url} />
      {warnings.map((warning) => (
        <p key={warning} className="hp-warning">
          {labels.warning(warning, host)}
        </p>
      ))}
      {opened && (
        <p className="hp-note" role="status">
          {labels.waiting}
        </p>
      )}
      <div className="hp-actions">
        <DeclineButton answer={answer} sending={sending} />
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
