import { type ReactNode, Suspense } from "react";
import { Boundary } from "./boundary.tsx";

interface HostDrawnProps {
  /** What stands there where the host's own does not draw. */
  readonly fallback: ReactNode;
  /** What stands there while its code is on its way. @default the same */
  readonly meanwhile?: ReactNode;
  /** Another value tries again. */
  readonly resetKey?: unknown;
  readonly children: ReactNode;
}

/**
 * What a component of the host draws. One that throws takes nothing else with it, and one that suspends (React's `lazy`)
 * holds nothing else up: around it a question may wait for a person.
 */
export function HostDrawn({ fallback, meanwhile = fallback, resetKey, children }: HostDrawnProps): ReactNode {
  return (
    <Boundary fallback={fallback} resetKey={resetKey}>
      <Suspense fallback={meanwhile}>{children}</Suspense>
    </Boundary>
  );
}
