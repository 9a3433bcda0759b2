import type { RequestRecord } from "@holdpoint/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { CodeWait } from "../code-wait.tsx";
import { lazyCode, useCode } from "../lazy-code.ts";
import { useLabels } from "../settings.ts";
import { readOwn } from "../text/read-own.ts";
import { visibleText } from "../text/visible-text.ts";
import { type ApprovalDraft, readApprovalDraft } from "./approval-draft.ts";
import { askerOf } from "./asker.ts";
import { GuardedButton } from "./guarded-button.tsx";
import { PromptFrame, type RequestPromptProps } from "./prompt-frame.tsx";
import { promptLabels } from "./prompt-labels.ts";
import type { PromptProps } from "./prompt-props.ts";
import { RejectFields } from "./reject-fields.tsx";
import { useDraft } from "./use-draft.ts";

// A page whose calls are never edited does not pay for the editor.
const editCall = lazyCode(() => import("./edit-call.ts"));

/**
 * Asks whether one exact call may run. Approving is never where the focus starts; a destructive call is asked about
 * twice. Where the policy allows it (`data.editable`), the arguments can be changed, and the changes are shown before
 * they are approved.
 *
 * @example
 * <ApprovalPrompt request={pending[0]} />
 */
export function ApprovalPrompt(props: RequestPromptProps): ReactNode {
  return <PromptFrame {...props} body={ApprovalBody} />;
}

/** The part of an approval that is its own. */
export function ApprovalBody({ record, answer, sending }: PromptProps): ReactNode {
  const labels = useLabels("prompt", promptLabels);
  const [draft, setDraft] = useDraft<ApprovalDraft>(record.requestId, readApprovalDraft, {});
  const [isSure, setSure] = useState(false);
  const allowed = allowedBy(record);
  const step = draft.step === "edit" && !allowed.edit ? undefined : draft.step;
  const changes = allowed.edit ? draft.edited : undefined;
  const wantsEditor = step === "edit" || changes !== undefined;
  const loaded = useCode(editCall, wantsEditor);
  const editor = loaded.code;
  const { panel, go } = useSteps(`${step} ${isSure}`, step !== "edit" || editor !== undefined);
  const tool = visibleText(allowed.tool);
  const isAlways = allowed.always && draft.always === true;

  const to = (change: ApprovalDraft): void => go(() => setDraft({ ...draft, step: undefined, ...change }));
  const approve = (): void => {
    const data = { ...(changes && { args: changes }), ...(isAlways && { always: true }) };
    if (allowed.twice && !isSure) go(() => setSure(true));
    else void answer(changes || isAlways ? { ok: true, data } : { ok: true });
  };

  let content: ReactNode;
  if (step === "reject") {
    content = (
      <RejectFields
        answer={answer}
        sending={sending}
        draft={draft.reason ?? ""}
        onDraft={(reason) => setDraft({ ...draft, reason })}
        onBack={() => to({})}
      />
    );
  } else if (step === "edit" && editor !== undefined) {
    content = (
      <editor.EditArguments
        args={record.call.args}
        schema={readOwn(record.request.data, "inputSchema")}
        draft={draft.fields ?? {}}
        onDraft={(fields) => setDraft({ ...draft, fields })}
        onDone={(args) => to({ edited: args })}
        onDiscard={() => to({ edited: undefined, fields: undefined })}
      />
    );
  } else {
    content = (
      <>
        {changes !== undefined && editor !== undefined && (
          <editor.ArgumentChanges before={record.call.args} after={changes} />
        )}
        {wantsEditor && editor === undefined && (
          <CodeWait state={loaded} load={editCall.load} missing={labels.editMissing} />
        )}
        {allowed.twice && <p className="hp-warning">{isSure ? labels.sure : labels.destructive(tool)}</p>}
        {allowed.always && !isSure && (
          <label className="hp-choice">
            <input
              type="checkbox"
              checked={isAlways}
              onChange={(event) => setDraft({ ...draft, always: event.target.checked })}
            />
            {labels.always(tool)}
          </label>
        )}
        <div className="hp-actions">
          {isSure ? (
            <button type="button" className="hp-button" onClick={() => go(() => setSure(false))}>
              {labels.back}
            </button>
          ) : (
            <button type="button" className="hp-button" onClick={() => to({ step: "reject" })}>
              {labels.reject}
            </button>
          )}
          {allowed.edit && !isSure && (
            <button type="button" className="hp-button" onClick={() => to({ step: "edit" })}>
              {labels.edit}
            </button>
          )}
          {/* What was changed is approved only where it can be seen. */}
          {(changes === undefined || editor !== undefined) && (
            <GuardedButton
              // A button of its own: what comes under the pointer has to be looked at first.
              key={String(isSure)}
              variant={allowed.twice ? "danger" : "primary"}
              disabled={sending}
              onPress={approve}
            >
              {isSure ? labels.approveSure : approveWord(labels, record, changes !== undefined, isAlways)}
            </GuardedButton>
          )}
        </div>
      </>
    );
  }
  return (
    <div ref={panel} className="hp-panel" tabIndex={-1}>
      {content}
    </div>
  );
}

/** What the Request lets a person do beside a plain yes or no. */
function allowedBy(record: RequestRecord) {
  const { request, child } = record;
  const { call, origin } = askerOf(record);
  return {
    tool: call.toolName,
    twice: readOwn(request.data, "destructive") === true,
    // What a sub-agent asks is not its parent's call: only the exact one can be approved.
    edit: child === undefined && request.kind === "approval" && readOwn(request.data, "editable") === true,
    always: child === undefined && origin === "policy" && readOwn(request.data, "always") === true,
  };
}

/** A tool that asks is answered; only policy and hooks stand before the tool (threat S60). */
function approveWord(labels: typeof promptLabels, record: RequestRecord, isEdited: boolean, isAlways: boolean): string {
  if (isEdited) return labels.approveEdited;
  if (isAlways) return labels.approveAlways;
  return askerOf(record).origin === "tool" ? labels.yes : labels.approve;
}

/** Takes the focus along when a person goes to another step: to its first field, else to the step itself. */
function useSteps(step: string, isReady: boolean) {
  const panel = useRef<HTMLDivElement>(null);
  const isGoing = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step is what it waits for
  useEffect(() => {
    if (!isGoing.current || !isReady) return;
    isGoing.current = false;
    const field = panel.current?.querySelector<HTMLElement>("form [data-field], textarea");
    (field ?? panel.current)?.focus();
  }, [step, isReady]);
  const go = (change: () => void): void => {
    isGoing.current = true;
    change();
  };
  return { panel, go };
}
