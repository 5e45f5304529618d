import type { ComparedClient, DuplicatePair } from '@ledgerline/contract/clients/duplicates/endpoints';
import { Button, Text } from '@mantine/core';
import { focusNeighborOf } from '../../../components/ui/dialog-focus.ts';
import { AnchorLink, ButtonLink } from '../../../components/ui/link.tsx';
import { notifyError } from '../../../components/ui/notify.ts';
import { notifyWithUndo } from '../../../components/ui/undo-toast.tsx';
import { ClientFacts, reasonsText } from '../../../domain/clients/likely-clients.tsx';
import { momentText } from '../../../domain/days.ts';
import { clientName } from '../client-display.ts';
import styles from './duplicates.module.css';
import { useDismissPair } from './use-duplicates.ts';

/** Two clients side by side, why they may be one person, and what to do. */
export function DuplicateEntry({ pair }: { pair: DuplicatePair }) {
  const [one, other] = pair.clients;
  const names = `${clientName(one)} and ${clientName(other)}`;
  return (
    <li className={styles.entry}>
      <Client client={one} />
      <Client client={other} />
      <div className={styles.reasons}>
        <Text size="sm">{pair.reasons.length > 0 ? reasonsText(pair.reasons) : 'No longer alike'}</Text>
        {pair.reasons.length === 0 && (
          <Text size="xs" c="dimmed">
            One of these clients was changed after the scan.
          </Text>
        )}
        {pair.dismissed_at !== null && (
          <Text size="xs" c="dimmed">
            {`Marked by ${pair.dismissed_by ?? 'an agent'} ${momentText(pair.dismissed_at)}`}
          </Text>
        )}
      </div>
      <div className={styles.actions}>
        <ButtonLink
          to="/crm/clients/merge"
          search={{ ids: `${one.id},${other.id}` }}
          size="compact-sm"
          variant="light"
          aria-label={`Merge ${names}`}
        >
          Merge
        </ButtonLink>
        <DismissButton pair={pair} names={names} />
      </div>
    </li>
  );
}

function Client({ client }: { client: ComparedClient }) {
  return (
    <div className={styles.client}>
      <AnchorLink to="/crm/clients/$clientId" params={{ clientId: String(client.id) }} size="sm" fw={500}>
        {clientName(client)}
      </AnchorLink>
      <ClientFacts client={client} none="No date of birth, phone or email" />
    </div>
  );
}

function DismissButton({ pair, names }: { pair: DuplicatePair; names: string }) {
  const dismissing = useDismissPair();
  const isDismissed = pair.dismissed_at !== null;
  async function change(button: HTMLElement) {
    const moveFocus = focusNeighborOf(button);
    try {
      await dismissing.mutateAsync({ id: pair.id, is_dismissed: !isDismissed });
      moveFocus();
      notifyWithUndo({
        message: isDismissed
          ? `${names} are listed for review again.`
          : `${names} are marked as not duplicates.`,
        undone: isDismissed
          ? `${names} are marked as not duplicates.`
          : `${names} are listed for review again.`,
        onUndo: () => dismissing.mutateAsync({ id: pair.id, is_dismissed: isDismissed }),
      });
    } catch (error) {
      console.error('the pair could not be changed', error);
      notifyError(`Couldn’t save this. ${error instanceof Error ? error.message : ''}`);
    }
  }
  const label = isDismissed ? 'Review Again' : 'Not Duplicates';
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={dismissing.isPending}
      aria-label={`${label}: ${names}`}
      onClick={({ currentTarget }) => void change(currentTarget)}
    >
      {label}
    </Button>
  );
}
