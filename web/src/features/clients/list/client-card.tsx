import type { ClientRow } from '@ledgerline/contract/clients/schemas';
import { phoneDigits, phoneDisplay } from '@ledgerline/contract/rules';
import { ActionIcon, Box, Group, Text } from '@mantine/core';
import { IconMessage, IconPhone } from '@tabler/icons-react';
import { useOpenRow } from '../../../components/ui/use-open-row.ts';
import { ClientStatusBadge } from '../../../domain/clients/client-status-badge.tsx';
import { clientName } from '../client-display.ts';
import styles from './client-card.module.css';
import { ClientLink, clientLink } from './client-columns.tsx';

/** A client in the list below 768 px: name, status and contact details. */
export function ClientCard({ client }: { client: ClientRow }) {
  const open = useOpenRow();
  return (
    <Box className={styles.card} onClick={open(clientLink(client))}>
      <div className={styles.who}>
        <ClientLink client={client} />
        <Text size="sm" c="dimmed" className="tabular">
          {phoneDisplay(client.primary_phone)}
        </Text>
      </div>
      <ClientStatusBadge status={client.status} />
      <ReachButtons client={client} />
    </Box>
  );
}

function ReachButtons({ client }: { client: ClientRow }) {
  const digits = phoneDigits(client.primary_phone);
  if (digits === '') return null;
  const button = { component: 'a', variant: 'light', color: 'gray', size: 40 } as const;
  return (
    <Group component="span" gap={6} align="stretch" wrap="nowrap">
      <ActionIcon {...button} href={`tel:${digits}`} aria-label={`Call ${clientName(client)}`}>
        <IconPhone size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon {...button} href={`sms:${digits}`} aria-label={`Text ${clientName(client)}`}>
        <IconMessage size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
