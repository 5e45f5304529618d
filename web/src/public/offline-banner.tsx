import { useWatchedConnection } from '../lib/use-connection.ts';
import status from './form/status.module.css';
import { useMessages } from './texts/language.tsx';

interface OfflineNoticeProps {
  /** What it means here. */
  message: 'offline' | 'offlineUnsent' | 'offlineSigning';
}

/** Says at once that the connection is gone and what that means here; goes away by itself when it is back. */
export function OfflineNotice({ message }: OfflineNoticeProps) {
  const { text } = useMessages();
  const connection = useWatchedConnection();
  return (
    <div role="status">
      {connection !== 'there' && (
        <p className={status.notSaved}>
          {text(connection === 'off' ? 'noInternet' : 'interrupted')} {text(message)}
        </p>
      )}
    </div>
  );
}
