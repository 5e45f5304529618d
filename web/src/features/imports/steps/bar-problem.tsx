import { FailureNote } from '../../../components/ui/error-note.tsx';
import styles from '../imports.module.css';

/** Shown in the sticky footer, which would cover a message below the step's fields. */
export function BarProblem({ message }: { message: string | null | undefined }) {
  if (!message) return null;
  return (
    <div className={styles.barProblem}>
      <FailureNote message={message} />
    </div>
  );
}
