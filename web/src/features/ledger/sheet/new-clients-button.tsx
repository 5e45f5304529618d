import { Button } from '@mantine/core';
import styles from '../ledger-page.module.css';

/** Shows clients added by others. Overlays the sheet to avoid a layout shift. */
export function NewClientsButton({ added, onShow }: { added: number; onShow: () => void }) {
  if (added === 0) return null;
  return (
    <Button className={styles.newClients ?? ''} onClick={onShow}>
      {added === 1 ? 'Show 1 new client' : `Show ${added.toLocaleString('en-US')} new clients`}
    </Button>
  );
}
