import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { ClientPicker } from '../../../domain/clients/client-picker.tsx';
import { reasonsText } from '../../../domain/clients/likely-clients.tsx';
import { clientName } from '../client-display.ts';
import { useChosenClient, useLikelyDuplicates } from './use-merges.ts';

interface ChooseClientsProps {
  /** The first client, if one is chosen. */
  ids: readonly number[];
  onChoose: (id: number) => void;
}

/** Chooses the clients to compare; for the second one it suggests likely duplicates of the first. */
export function ChooseClients({ ids, onChoose }: ChooseClientsProps) {
  const [first] = ids;
  const client = useChosenClient(first);
  const likely = useLikelyDuplicates(first);
  return (
    <Paper withBorder p="md" maw={640}>
      <Stack gap="sm">
        {client.data && (
          <Text size="sm">
            Choose the client to merge with <strong>{clientName(client.data)}</strong>.
          </Text>
        )}
        {(likely.data ?? []).map((one) => (
          <Group key={one.id} justify="space-between" gap="xs">
            <div>
              <Text size="sm" fw={500}>
                {clientName(one)}
              </Text>
              <Text size="xs">{reasonsText(one.reasons)}</Text>
            </div>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Compare with ${clientName(one)}`}
              onClick={() => onChoose(one.id)}
            >
              Compare
            </Button>
          </Group>
        ))}
        <ClientPicker
          label={first === undefined ? 'First client' : 'Other client'}
          value={null}
          onChange={(chosen) => chosen && chosen.id !== first && onChoose(chosen.id)}
          autoFocus
        />
      </Stack>
    </Paper>
  );
}
