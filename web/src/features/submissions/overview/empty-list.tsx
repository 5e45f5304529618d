import type { ReactNode } from 'react';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { RetryButton } from '../../../components/ui/retry-button.tsx';

interface EmptyListProps {
  /** The specification's text, such as 'No submissions found'. */
  title: string;
  text?: string;
  action?: ReactNode;
  /** It is empty because loading failed. */
  hasFailed?: boolean;
  isRetrying?: boolean;
  onRetry: () => void;
}

export const NOT_LOADED = 'They could not be loaded.';

/** The empty state; a failed search or request also shows an empty list (SU-120), with a retry. */
export function EmptyList({ title, text, action, hasFailed, isRetrying, onRetry }: EmptyListProps) {
  if (!hasFailed) return <EmptyState title={title} {...(text ? { text } : {})} action={action} />;
  return (
    <div role="alert">
      <EmptyState
        title={title}
        text={NOT_LOADED}
        action={<RetryButton onRetry={onRetry} isRetrying={isRetrying} />}
      />
    </div>
  );
}
