import { Box } from '@mantine/core';
import {
  IconAlertCircleFilled,
  IconCircle,
  IconCircleCheckFilled,
  IconCircleHalf2,
} from '@tabler/icons-react';
import type { ProgressStep } from './session-progress.ts';
import styles from './session-steps.module.css';

const ICONS = {
  done: IconCircleCheckFilled,
  part: IconCircleHalf2,
  todo: IconCircle,
  problem: IconAlertCircleFilled,
} as const;
const STATES = { done: 'Done', part: 'In progress', todo: 'Not done', problem: 'Needs attention' } as const;

/** How far a session is: an icon, a word and a note for each step. */
export function SessionSteps({ steps }: { steps: readonly ProgressStep[] }) {
  return (
    <ol className={`plain ${styles.steps}`} aria-label="Progress">
      {steps.map(({ label, state, note }) => {
        const Icon = ICONS[state];
        return (
          <li key={label} className={styles.step} data-state={state}>
            <Icon size={20} role="img" aria-label={STATES[state]} className={styles.icon} />
            <Box component="span" fz="md" fw={500}>
              {label}
            </Box>
            <span className={styles.note}>{note}</span>
          </li>
        );
      })}
    </ol>
  );
}
