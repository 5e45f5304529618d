import type {
  ComparedClient,
  LikelyClient,
  MatchReason,
} from '@ledgerline/contract/clients/duplicates/endpoints';
import { dateDisplay, phoneDisplay } from '@ledgerline/contract/rules';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ButtonLink } from '../../components/ui/link.tsx';
import { clientName } from './client-name.ts';
import { fetchLikelyClients, type Identity } from './fetch-likely-clients.ts';

const REASONS: Record<MatchReason, string> = {
  phone: 'Same phone number',
  email: 'Same email address',
  name_dob: 'Same name and date of birth',
  similar_name_dob: 'Similar name and same date of birth',
  same_name: 'Same name',
  similar_name: 'Similar name',
};

/** 'Same phone number, similar name'. */
export function reasonsText(reasons: readonly MatchReason[]): string {
  const text = reasons.map((reason) => REASONS[reason].toLowerCase()).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Shows likely existing clients once before a new one is saved; saving again adds the client anyway. */
export function useLikelyClients() {
  const [found, setFound] = useState<{ of: string; clients: LikelyClient[] } | null>(null);
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set());
  return {
    /** Those found for these values; none after the values were changed. */
    of: (identity: Identity): LikelyClient[] => (found?.of === keyOf(identity) ? found.clients : []),
    async mayBeSaved(identity: Identity): Promise<boolean> {
      const clients = await fetchLikelyClients(identity);
      if (clients.every(({ id }) => seen.has(id))) return true;
      setFound({ of: keyOf(identity), clients });
      setSeen(new Set([...seen, ...clients.map(({ id }) => id)]));
      return false;
    },
  };
}

function keyOf(identity: Identity): string {
  const { client_first_name, client_last_name, primary_email, primary_phone, dob } = identity;
  return JSON.stringify([client_first_name, client_last_name, primary_email, primary_phone, dob]);
}

interface LikelyClientsProps {
  clients: readonly LikelyClient[];
  /** Continues with an existing client instead of the new one. */
  onUse: (id: number) => void;
}

/** Clients who may be the person being added. */
export function LikelyClients({ clients, onUse }: LikelyClientsProps) {
  const title =
    clients.length === 1
      ? 'This person may already be a client'
      : 'This person may already be one of these clients';
  return (
    <Alert color="yellow" role="alert" title={title}>
      <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {clients.map((client) => (
          <Group key={client.id} component="li" justify="space-between" gap="xs">
            <div>
              <Text size="sm" fw={500}>
                {clientName(client)}
              </Text>
              <Text size="xs">{reasonsText(client.reasons)}</Text>
              <ClientFacts client={client} />
            </div>
            <Group gap={4}>
              <ButtonLink
                to="/crm/clients/$clientId"
                params={{ clientId: String(client.id) }}
                target="_blank"
                size="compact-sm"
                variant="default"
                aria-label={`Open ${clientName(client)} in a new tab`}
              >
                Open
              </ButtonLink>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Use ${clientName(client)}`}
                onClick={() => onUse(client.id)}
              >
                Use
              </Button>
            </Group>
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}

/** Birth date, phone and email, each in one piece. */
export function ClientFacts({ client, none = '' }: { client: ComparedClient; none?: string }) {
  const { dob, primary_phone, primary_email } = client;
  const facts = [
    dob && `Born ${dateDisplay(dob)}`,
    primary_phone && phoneDisplay(primary_phone),
    primary_email,
  ].filter(Boolean);
  return (
    <Group gap="0 10px" fz="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {facts.length === 0 && none}
      {facts.map((fact) => (
        <span key={fact} style={{ minWidth: 0 }}>
          {fact}
        </span>
      ))}
    </Group>
  );
}
