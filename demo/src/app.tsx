import { HoldpointProvider } from "@holdpoint/react";
import { useEffect, useState } from "react";
import { createDemoRuns, type DemoRuns } from "./demo-runs.ts";
import { embeddedModel } from "./embedded-model.ts";
import { Frame } from "./frame.tsx";
import { keepSettings, loadSettings, type Settings } from "./settings.ts";

/** Holds the settings, and the runs that follow from them. */
export function App() {
  const [settings, setSettings] = useState(loadSettings);
  const [demo, setDemo] = useState<DemoRuns>();
  const { source, style, baseUrl, model, apiKey, paceMs } = settings;

  useEffect(() => embeddedModel.setPace({ chunkMs: paceMs }), [paceMs]);

  // Another endpoint is another client, so other agents. The runs are in the database and are found again.
  useEffect(() => {
    const opened = createDemoRuns({ source, style, baseUrl, model, apiKey, paceMs: 0 });
    setDemo(opened);
    void opened.runs.resume();
    return () => {
      setDemo(undefined);
      void opened.runs.close();
    };
  }, [source, style, baseUrl, model, apiKey]);

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
