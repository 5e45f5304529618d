import { useConnection } from '../../lib/use-connection.ts';
import { ChangedNotice } from '../form/changed-notice.tsx';
import status from '../form/status.module.css';
import { useMessages } from '../texts/language.tsx';
import type { SigningDraft } from './signing-draft.ts';

const LABELS = { saved: 'saved', changed: 'saving', saving: 'saving', failed: null } as const;

/** Whether the entries are saved on the server. Renders nothing before the first entry. */
export function DraftStatus({ draft }: { draft: SigningDraft }) {
  const { text } = useMessages();
  const isOnline = useConnection() === 'there';
  const label = draft.isStored && isOnline ? LABELS[draft.state] : null;
  return (
    <>
      {label !== null && <p className={status.saved}>{text(label)}</p>}
      <ChangedNotice merges={draft.merges} isBehind={draft.isBehind} />
    </>
  );
}

/** Saving the entries failed. When offline, the offline message reports it instead. */
export function UnsavedBanner() {
  const { text } = useMessages();
  const isOnline = useConnection() === 'there';
  return <div role="status">{isOnline && <p className={status.notSaved}>{text('notSaved')}</p>}</div>;
}
