import { here } from '../../lib/external-url.ts';
import { Dialog } from '../dialog.tsx';
import { DocumentPages } from '../document-pages.tsx';
import { useMessages } from '../texts/language.tsx';
import styles from './document-dialog.module.css';

export interface ShownDocument {
  name: string;
  url: string;
}

/** A document in a dialog, to read or download. */
export function DocumentDialog({ document, onClose }: { document: ShownDocument; onClose: () => void }) {
  const { text } = useMessages();
  const address = here(document.url);
  return (
    <Dialog title={document.name} onClose={onClose} isLarge>
      <DocumentPages url={address} />
      <a
        href={address}
        download={document.name}
        target="_blank"
        rel="noreferrer"
        className={`button ${styles.download}`}
      >
        {text('download')}
      </a>
    </Dialog>
  );
}
