import { Component, type ReactNode } from "react";

interface BoundaryProps {
  /** What stands there in place of children that failed to draw. */
  readonly fallback: ReactNode;
  /** Another value tries again. */
  readonly resetKey?: unknown;
  readonly children: ReactNode;
}

/** What fails to draw takes nothing else with it. React reports the error itself. */
export class Boundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidUpdate({ resetKey }: BoundaryProps): void {
    if (this.state.failed && resetKey !== this.props.resetKey) this.setState({ failed: false });
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
