import { type ReactNode, useRef, useState } from "react";
import { useComponentSettings, useLabels } from "../settings.ts";
import { AudioPart } from "./audio-part.tsx";
import { contentLabels, type PartProblem } from "./content-labels.ts";
import { FileBar } from "./file-bar.tsx";
import { DirectImage, ImagePart } from "./image-part.tsx";
import type { LoadedPart } from "./load-part.ts";
import type { MediaSource } from "./part-source.ts";
import { PdfPart } from "./pdf-part.tsx";
import { isListedHost } from "./safe-url.ts";
import { TextFilePart } from "./text-file-part.tsx";
import { useInView } from "./use-in-view.ts";
import { useLoadedPart } from "./use-loaded-part.ts";

/** A part that has bytes: fetched when it comes into view, looked at, and drawn or not. */
export function MediaPart({ source, alt }: { source: MediaSource; alt?: string }): ReactNode {
  const { mediaHosts = [] } = useComponentSettings();
  const frame = useRef<HTMLElement>(null);
  const inView = useInView(frame, true);
  const [asked, setAsked] = useState(false);
  const [broken, setBroken] = useState<PartProblem>();
  const [ready, setReady] = useState(false);
  const { from, kind } = source;
  const remoteUrl = from.at === "remote" ? from.url : undefined;
  const allowed = remoteUrl === undefined || asked || isListedHost(remoteUrl, mediaHosts);
  const loaded = useLoadedPart(source, inView && allowed);
  const problem = broken ?? (loaded?.state === "failed" ? loaded.problem : undefined);
  const state = problem ? "failed" : !allowed ? "remote" : ready ? "ready" : "loading";

  return (
    <figure
      ref={frame}
      className="hp hp-part"
      data-kind={kind === "svg" ? "image" : kind}
      data-state={state}
      aria-busy={state === "loading"}
      aria-label={source.name}
    >
      {!allowed && remoteUrl && <RemoteNotice url={remoteUrl} onLoad={() => setAsked(true)} />}
      {allowed && problem === undefined && (
        <PartBody source={source} loaded={loaded} alt={alt} onReady={() => setReady(true)} onBroken={setBroken} />
      )}
      <FileBar source={source} loaded={loaded} problem={problem} />
    </figure>
  );
}

interface PartBodyProps {
  readonly source: MediaSource;
  readonly loaded: LoadedPart | undefined;
  readonly alt: string | undefined;
  readonly onReady: () => void;
  readonly onBroken: (problem: PartProblem) => void;
}

function PartBody({ source, loaded, alt, onReady, onBroken }: PartBodyProps): ReactNode {
  const labels = useLabels("content", contentLabels);
  if (loaded === undefined) {
    return (
      <div className="hp-part__wait" role="status">
        {labels.loading}
      </div>
    );
  }
  const described = alt?.trim() ? alt : source.name;
  switch (loaded.state) {
    case "image":
      return (
        <ImagePart
          cacheKey={source.key}
          blob={loaded.drawn}
          size={loaded.size}
          alt={described}
          onReady={onReady}
          onBroken={onBroken}
        />
      );
    case "direct":
      return source.kind === "audio" ? (
        <AudioPart url={loaded.url} name={source.name} onReady={onReady} onBroken={onBroken} />
      ) : (
        <DirectImage url={loaded.url} alt={described} onReady={onReady} onBroken={onBroken} />
      );
    case "audio":
      return (
        <AudioPart cacheKey={source.key} blob={loaded.blob} name={source.name} onReady={onReady} onBroken={onBroken} />
      );
    case "pdf":
      return <PdfPart blob={loaded.blob} name={source.name} onReady={onReady} onBroken={onBroken} />;
    case "text":
      return <TextFilePart blob={loaded.blob} onReady={onReady} />;
    case "file":
    case "failed":
      return null;
  }
}

function RemoteNotice({ url, onLoad }: { url: URL; onLoad: () => void }): ReactNode {
  const labels = useLabels("content", contentLabels);
  return (
    <div className="hp-part__remote">
      <p>{labels.remote(url.host)}</p>
      <button type="button" className="hp-button" onClick={onLoad}>
        {labels.loadFrom(url.host)}
      </button>
    </div>
  );
}
