import { notifyRequests } from "@holdpoint/core/notify";
import { HoldpointProvider } from "@holdpoint/react";
import { useEffect, useState } from "react";
import { createDemoRuns, type DemoRuns } from "./demo-runs.ts";
import { embeddedModel } from "./embedded-model.ts";
import { Frame } from "./frame.tsx";
import { hrefOf } from "./route.ts";
import { keepSettings, loadSettings, type Settings } from "./settings.ts";

/** Holds the settings, and the runs that follow from them. */
export function App() {
  const [settings, setSettings] = useState(loadSettings);
  const [demo, setDemo] = useState<DemoRuns>();
  const { source, style, baseUrl, model, apiKey, paceMs, runsIn } = settings;

  useEffect(() => {
    embeddedModel.setPace({ chunkMs: paceMs });
    demo?.tellWorker({ source, style, baseUrl, model, apiKey, paceMs, runsIn });
  }, [demo, source, style, baseUrl, model, apiKey, paceMs, runsIn]);

  // Another endpoint is another client, so other agents. The runs are in the database and are found again.
  useEffect(() => {
    const opened = createDemoRuns({ source, style, baseUrl, model, apiKey, paceMs: 0, runsIn });
    setDemo(opened);
    void opened.runs.resume();
    const stopNotifying = notifyRequests(opened.runs, { url: ({ runId }) => hrefOf({ page: "run", runId }) });
    return () => {
      stopNotifying();
      setDemo(undefined);
      void opened.close();
    };
  }, [source, style, baseUrl, model, apiKey, runsIn]);

  const change = (next: Settings): void => {
    keepSettings(next);
    setSettings(next);
  };

  if (demo === undefined) return null;
  return (
    <HoldpointProvider runs={demo.runs}>
      <Frame demo={demo} settings={settings} onSettings={change} />
    </HoldpointProvider>
  );
}
