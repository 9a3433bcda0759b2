import { askToNotify } from "@holdpoint/core/notify";
import { useState } from "react";

/** Lets the person have notifications of the system for what waits while no tab of the demo is in sight. */
export function NotifyButton() {
  const [permission, setPermission] = useState(() =>
    typeof Notification === "undefined" ? "denied" : Notification.permission,
  );
  if (permission === "granted") return <p className="lead">You are told of new ones while you look elsewhere.</p>;
  if (permission === "denied") return null;
  return (
    <p className="lead">
      <button type="button" className="primary" onClick={async () => setPermission(await askToNotify())}>
        Tell me when something waits
      </button>
    </p>
  );
}
