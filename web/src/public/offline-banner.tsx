import { useWatchedConnection } from '../lib/use-connection.ts';
import status from './form/status.module.css';
import { useMessages } from './texts/language.tsx';

interface OfflineNoticeProps {
  /** The consequence on this page. */
  message: 'offline' | 'offlineUnsent' | 'offlineSigning' | 'documentsOffline';
}

/** Reports a lost connection and its consequence at once; disappears when the connection is back. */
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
