import { Component, type ReactNode, Suspense } from "react";

interface BoundaryProps {
  /** What stands there in place of children that failed to draw. */
  readonly fallback: ReactNode;
  /** What stands there while their code is on its way. @default the same */
  readonly meanwhile?: ReactNode;
  /** Another value tries again. */
  readonly resetKey?: unknown;
  readonly children: ReactNode;
}

/**
 * What fails to draw takes nothing else with it (React reports the error itself), and what suspends, as with React's
 * `lazy`, holds nothing else up: around it a question may wait for a person.
 */
export class Boundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidUpdate({ resetKey }: BoundaryProps): void {
    if (this.state.failed && resetKey !== this.props.resetKey) this.setState({ failed: false });
  }

  override render(): ReactNode {
    const { fallback, meanwhile = fallback, children } = this.props;
    return this.state.failed ? fallback : <Suspense fallback={meanwhile}>{children}</Suspense>;
  }
}
