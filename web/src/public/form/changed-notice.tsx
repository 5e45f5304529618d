import { useMessages } from '../texts/language.tsx';
import styles from './status.module.css';

interface ChangedNoticeProps {
  merges: number;
  isBehind: boolean;
}

/** Another device changed answers that the page shows. Each merge has its own element, so that each is announced. */
export function ChangedNotice({ merges, isBehind }: ChangedNoticeProps) {
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
