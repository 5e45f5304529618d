import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import {
  MAX_MERGED_CLIENTS,
  type MergeChoices,
  RELATIONSHIP_FIELDS,
} from '@ledgerline/contract/clients/merging/endpoints';
import { Button, Group, Paper, Radio, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { ButtonLink } from '../../../components/ui/link.tsx';
import { notifyWithUndo } from '../../../components/ui/undo-toast.tsx';
import { useAgentNames } from '../../../domain/agents/agent-names.ts';
import { ClientPicker } from '../../../domain/clients/client-picker.tsx';
import { dayText } from '../../../domain/days.ts';
import { clientName } from '../client-display.ts';
import { countsText, undoneText } from './merge-text.ts';
import { type MergePreview, useMergeClients, useUndoMerge } from './use-merges.ts';
import { type Chosen, choicesOf, ValueChoice } from './value-choice.tsx';

type Compared = MergePreview['data'][number];

interface CompareClientsProps {
  preview: MergePreview;
  onRemove: (id: number) => void;
  onAdd: (id: number) => void;
}

/** Clients side by side: which one remains, and whose value it gets in each field that differs. */
export function CompareClients({ preview, onRemove, onAdd }: CompareClientsProps) {
  const clients = preview.data;
  // The names of owners; rendered again once they are loaded.
  useAgentNames();
  const differing = choicesOf(preview);
  const [into, setInto] = useState(preview.into);
  const [chosen, setChosen] = useState<MergeChoices>({});
  const remaining = clients.find(({ id }) => id === into)?.client;
  const suggested = (name: FieldName): Chosen =>
    RELATIONSHIP_FIELDS.has(name) && remaining?.[name] ? into : (preview.choices[name] ?? preview.into);
  const choices: MergeChoices = Object.fromEntries(
    differing.flatMap(({ names }) => names).map((name) => [name, chosen[name] ?? suggested(name)]),
  );
  return (
    <Stack gap="md">
      <Radio.Group
        label="Client that remains"
        description="The records of each other client move to this one, and links to the other clients open this one."
        value={String(into)}
        onChange={(id) => setInto(Number(id))}
      >
        <SimpleGrid cols={{ base: 1, sm: clients.length }} mt="xs">
          {clients.map((one) => (
            <ClientHead
              key={one.id}
              one={one}
              isSuggested={one.id === preview.into}
              {...(clients.length > 2 ? { onRemove: () => onRemove(one.id) } : {})}
            />
          ))}
        </SimpleGrid>
      </Radio.Group>
      <Title order={2} size="h4">
        {differing.length === 0 ? 'All fields have the same values' : 'Values that differ'}
      </Title>
      {differing.map((choice) => {
        const [first] = choice.names;
        return (
          <ValueChoice
            key={first}
            choice={choice}
            clients={clients}
            into={into}
            suggested={suggested(first)}
            value={choices[first] ?? into}
            onChoose={(value) =>
              setChosen({ ...chosen, ...Object.fromEntries(choice.names.map((name) => [name, value])) })
            }
          />
        );
      })}
      {clients.length < MAX_MERGED_CLIENTS && (
        <Paper maw={480}>
          <ClientPicker
            label="Compare with another client"
            value={null}
            onChange={(chosen) => chosen && clients.every(({ id }) => id !== chosen.id) && onAdd(chosen.id)}
          />
        </Paper>
      )}
      <MergeButton clients={clients} into={into} choices={choices} />
    </Stack>
  );
}

interface ClientHeadProps {
  one: Compared;
  isSuggested: boolean;
  onRemove?: () => void;
}

function ClientHead({ one: { id, client, related }, isSuggested, onRemove }: ClientHeadProps) {
  return (
    <Paper withBorder p="sm">
      <Radio
        value={String(id)}
        label={clientName(client)}
        description={isSuggested ? 'Suggested: the most complete' : undefined}
        styles={{ label: { fontWeight: 600, overflowWrap: 'anywhere' } }}
      />
      <Text size="xs" mt={6}>
        {countsText(related)}
      </Text>
      <Text size="xs" c="dimmed">
        {`Created ${dayText(client.created_at)} · Changed ${dayText(client.updated_at)}`}
      </Text>
      <Group gap={4} mt={6}>
        <ButtonLink
          to="/crm/clients/$clientId"
          params={{ clientId: String(id) }}
          target="_blank"
          size="compact-sm"
          variant="default"
          aria-label={`Open ${clientName(client)} in a new tab`}
        >
          Open
        </ButtonLink>
        {onRemove && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Remove ${clientName(client)} from the comparison`}
            onClick={onRemove}
          >
            Remove
          </Button>
        )}
      </Group>
    </Paper>
  );
}

interface MergeButtonProps {
  clients: Compared[];
  into: number;
  choices: MergeChoices;
}

function MergeButton({ clients, into, choices }: MergeButtonProps) {
  const [isConfirming, setConfirming] = useState(false);
  const merge = useMergeClients();
  const undo = useUndoMerge();
  const navigate = useNavigate();
  const others = clients.filter(({ id }) => id !== into);
  const names = others.map(({ client }) => clientName(client)).join(', ');
  const remaining = clients.find(({ id }) => id === into);
  const name = remaining ? clientName(remaining.client) : '';
  async function save() {
    const seen = Object.fromEntries(clients.map(({ id, client }) => [String(id), client.updated_at]));
    try {
      const { merge_id } = await merge.mutateAsync({
        into,
        others: others.map(({ id }) => id),
        choices,
        seen,
      });
      notifyWithUndo({
        message: `${names} ${others.length === 1 ? 'was' : 'were'} merged into ${name}.`,
        undone: undoneText,
        onUndo: () => undo.mutateAsync(merge_id),
      });
      void navigate({ to: '/crm/clients/$clientId', params: { clientId: String(into) } });
    } catch (error) {
      console.error('the clients could not be merged', error);
    }
  }
  return (
    <Group>
      <Button onClick={() => setConfirming(true)}>{`Merge ${clients.length} Clients`}</Button>
      <ConfirmDialog
        opened={isConfirming}
        title={`Merge into ${name}?`}
        message={`${names} will no longer be listed. Moved to ${name}: ${moving(others)}. Links that were sent keep working. You can undo the merge for 30 days.`}
        failure={merge.error?.message}
        confirmLabel="Merge"
        busy={merge.isPending}
        onConfirm={() => void save()}
        onClose={() => {
          merge.reset();
          setConfirming(false);
        }}
      />
    </Group>
  );
}

function moving(others: readonly Compared[]): string {
  const sum: Record<string, number> = {};
  for (const { related } of others)
    for (const [kind, count] of Object.entries(related)) sum[kind] = (sum[kind] ?? 0) + count;
  const text = countsText(sum);
  return text === 'No records' ? 'no records' : text;
}
