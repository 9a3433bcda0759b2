import { Inbox } from "@holdpoint/react/components";
import { navigate } from "../route.ts";
import { NotifyButton } from "./notify-button.tsx";

/** Everything that waits for a person, over all runs. */
export function InboxPage() {
  return (
    <div className="page inbox">
      <h1>Inbox</h1>
      <p className="lead">
        All that waits for your word, over all runs. Answer here or in the run: the first answer counts.
      </p>
      <NotifyButton />
      <h2 className="visually-hidden">Waiting for you</h2>
      <Inbox onOpenRun={(runId) => navigate({ page: "run", runId })} />
    </div>
  );
}
