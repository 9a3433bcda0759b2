import type { ReactNode } from "react";
import type { PartProblem } from "./content-labels.ts";
import { useObjectUrl } from "./object-urls.ts";

interface Listening {
  readonly name: string;
  readonly onReady: () => void;
  readonly onBroken: (problem: PartProblem) => void;
}

type AudioPartProps = Listening &
  (
    | { readonly cacheKey: string; readonly blob: Blob; readonly url?: undefined }
    | { readonly url: string; readonly blob?: undefined }
  );

/** Sound with the browser's own controls. It never plays by itself. */
export function AudioPart(props: AudioPartProps): ReactNode {
  return props.url === undefined ? <StoredAudio {...props} /> : <Player {...props} url={props.url} />;
}

function StoredAudio({ cacheKey, blob, ...rest }: Listening & { cacheKey: string; blob: Blob }): ReactNode {
  const url = useObjectUrl(cacheKey, blob);
  return url === undefined ? null : <Player {...rest} url={url} />;
}

function Player({ url, name, onReady, onBroken }: Listening & { url: string }): ReactNode {
  return (
    // What a tool made has no captions; its text stands beside it.
    // biome-ignore lint/a11y/useMediaCaption: see above
    <audio
      className="hp-part__audio"
      controls
      preload="metadata"
      src={url}
      aria-label={name}
      onLoadedMetadata={onReady}
      onError={() => onBroken("unplayable")}
    />
  );
}
