import { IconCheck } from '@tabler/icons-react';
import styles from '../imports.module.css';
import { STEP_LABELS } from './import-steps.ts';

/** The current step of the import. */
export function StepList({ current }: { current: number }) {
  return (
    <ol className={styles.steps} aria-label="Steps">
      {STEP_LABELS.map((label, index) => (
        <li
          key={label}
          className={styles.step}
          data-done={index < current || undefined}
          {...(index === current ? { 'aria-current': 'step' as const } : {})}
        >
          {index < current && <IconCheck size={14} aria-label="Done:" />}
          <span>
            {index + 1}. {label}
          </span>
        </li>
      ))}
    </ol>
  );
}
