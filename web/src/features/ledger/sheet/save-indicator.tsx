import { Text, UnstyledButton } from '@mantine/core';
import styles from '../ledger-page.module.css';
import type { LedgerSession } from '../store/ledger-session.ts';

interface SaveIndicatorProps {
  session: LedgerSession;
  onShowFailed: () => void;
}

/** Save status at the right of the toolbar: saving, unsaved, or nothing (decisions E8). */
export function SaveIndicator({ session, onShowFailed }: SaveIndicatorProps) {
  const { indicator, failed } = session.state;
  return (
    <div className={styles.indicator}>
      {failed.size > 0 && (
        <UnstyledButton className={styles.failedCount} onClick={onShowFailed}>
          {failed.size === 1 ? '1 cell not saved' : `${failed.size} cells not saved`}
        </UnstyledButton>
      )}
      <Text size="sm" c="dimmed" role="status" aria-live="polite" data-indicator>
        {indicator}
      </Text>
    </div>
  );
}
