import { Button } from '@mantine/core';
import styles from '../ledger-page.module.css';

/** Others have added clients whom the sheet does not show yet; over it, so that nothing moves when the news comes. */
export function NewClientsButton({ added, onShow }: { added: number; onShow: () => void }) {
  if (added === 0) return null;
  return (
    <Button className={styles.newClients ?? ''} onClick={onShow}>
      {added === 1 ? 'Show 1 new client' : `Show ${added.toLocaleString('en-US')} new clients`}
    </Button>
  );
}
