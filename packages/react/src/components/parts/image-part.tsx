import { type ReactNode, type SyntheticEvent, useState } from "react";
import { useLabels } from "../settings.ts";
import { contentLabels, type PartProblem } from "./content-labels.ts";
import type { ImageSize } from "./image-size.ts";
import { ImageZoom } from "./image-zoom.tsx";
import { useObjectUrl } from "./object-urls.ts";

interface ImagePartProps {
  readonly cacheKey: string;
  readonly blob: Blob;
  readonly size: ImageSize;
  readonly alt: string;
  readonly onReady: () => void;
  readonly onBroken: (problem: PartProblem) => void;
}

/** An image from bytes that were looked at. Its place is kept before it is decoded. SVG, too, is drawn only here. */
export function ImagePart({ cacheKey, blob, size, alt, onReady, onBroken }: ImagePartProps): ReactNode {
  const labels = useLabels("content", contentLabels);
  const url = useObjectUrl(cacheKey, blob);
  const [shown, setShown] = useState<ImageSize>(size);
  if (url === undefined) {
    return (
      <div className="hp-part__wait" role="status">
        {labels.loading}
      </div>
    );
  }
  const onLoad = ({ currentTarget }: SyntheticEvent<HTMLImageElement>): void => {
    const { naturalWidth: width, naturalHeight: height } = currentTarget;
    // An SVG without a size of its own reports none and is drawn all the same.
    if (width > 0 && height > 0) setShown({ width, height });
    onReady();
  };
  return (
    <div className="hp-part__frame">
      <img
        className="hp-part__image"
        src={url}
        alt={alt}
        width={shown.width}
        height={shown.height}
        decoding="async"
        draggable={false}
        onLoad={onLoad}
        onError={() => onBroken("damaged")}
      />
      <ImageZoom url={url} alt={alt} width={shown.width} />
    </div>
  );
}

interface DirectImageProps {
  readonly url: string;
  readonly alt: string;
  readonly onReady: () => void;
  readonly onBroken: (problem: PartProblem) => void;
}

/** An image of a server that shows it to elements only: asked for by the reader, or from a host on the list. */
export function DirectImage({ url, alt, onReady, onBroken }: DirectImageProps): ReactNode {
  return (
    <div className="hp-part__frame">
      <img
        className="hp-part__image"
        src={url}
        alt={alt}
        decoding="async"
        referrerPolicy="no-referrer"
        onLoad={onReady}
        onError={() => onBroken("unreachable")}
      />
      <ImageZoom url={url} alt={alt} />
    </div>
  );
}
