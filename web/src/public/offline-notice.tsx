import { useIsOffline } from '../lib/connection.ts';
import status from './form/status.module.css';
import { useWords } from './texts/language.tsx';

/** Says at once that the connection is gone and what that means here; goes away by itself when it is back. */
export function OfflineNotice({ says }: { says: 'offline' | 'offlineSigning' }) {
  const { text } = useWords();
  const isOffline = useIsOffline();
  return <div role="status">{isOffline && <p className={status.notSaved}>{text(says)}</p>}</div>;
}
