import { observeSight } from "@holdpoint/react/components";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { FrameLabels } from "../labels/frame-labels.ts";

/** Narrower or lower than this, in CSS pixels, nobody can see what is asked; what is lower by itself needs no more. */
const MIN_WIDTH = 220;
const MIN_HEIGHT = 160;

type Sight = "unknown" | "seen" | "unseen" | "small";

interface SightGateProps {
  /** Whether a page of another origin stands around: only then something can be laid over. */
  readonly watched: boolean;
  readonly labels: FrameLabels;
  readonly children: ReactNode;
}

/**
 * Shows what can be answered only while a person can see it whole: not covered, not see-through, not in a slit
 * (threat S22). Hidden content keeps its room, so that nothing jumps when it comes back.
 */
export function SightGate({ watched, labels, children }: SightGateProps): ReactNode {
  const outer = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(!watched || !canTell() ? "seen" : "unknown");
  const [isSmall, setSmall] = useState(watched);

  useEffect(() => {
    const element = outer.current;
    if (element === null || !watched) return;
    return observeSight(element, (seen) => setSeen(seen ? "seen" : "unseen"));
  }, [watched]);

  useEffect(() => {
    const element = content.current;
    if (element === null || !watched) return;
    const measure = (): void => {
      const needed = Math.min(MIN_HEIGHT, element.offsetHeight);
      setSmall(window.innerWidth < MIN_WIDTH || window.innerHeight < needed);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    window.addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, [watched]);

  const sight: Sight = isSmall ? "small" : (isSeen as Sight);
  const isHidden = sight !== "seen";
  return (
    <div ref={outer} className="hp-frame__sight" data-sight={sight}>
      <div ref={content} className="hp-frame__content" data-hidden={isHidden} inert={isHidden}>
        {children}
      </div>
      {(sight === "unseen" || sight === "small") && (
        <p className="hp hp-warning hp-frame__notice" role="alert">
          {sight === "small" ? labels.tooSmall : labels.unseen}
        </p>
      )}
    </div>
  );
}

/** Whether this browser knows what is really seen (https://w3c.github.io/IntersectionObserver/v2/). */
function canTell(): boolean {
  return typeof IntersectionObserverEntry !== "undefined" && "isVisible" in IntersectionObserverEntry.prototype;
}
