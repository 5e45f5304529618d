import { useMessages } from '../texts/language.tsx';
import styles from './status.module.css';

/** Another device changed answers that the page shows. Each merge has its own element, so that each is announced. */
export function ChangedNotice({ merges, isBehind }: { merges: number; isBehind: boolean }) {
  const { text } = useMessages();
  return (
    <div role="status">
      {merges > 0 && (
        <p key={merges} className={styles.warning}>
          {text('changedElsewhere')}
          {!isBehind && ` ${text('newestShown')}`}
        </p>
      )}
    </div>
  );
}
