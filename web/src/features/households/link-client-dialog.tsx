import type { ClientRow } from '@ledgerline/contract/clients/schemas';
import type { Relation } from '@ledgerline/contract/rules/households';
import { RELATION_LABELS, RELATIONS } from '@ledgerline/contract/rules/households';
import { Select, Text } from '@mantine/core';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { clientName } from '../../domain/clients/client-name.ts';
import { ClientPicker } from '../../domain/clients/client-picker.tsx';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { useHouseholdWrites } from './api.ts';

interface LinkClientDialogProps {
  clientId: number;
  opened: boolean;
  onClose: () => void;
}

/** Links another client as family. */
export function LinkClientDialog({ opened, onClose, clientId }: LinkClientDialogProps) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Link Client">
      <LinkForm clientId={clientId} onDone={onClose} />
    </GuardedModal>
  );
}

interface LinkValues {
  client: ClientRow | null;
  relation: Relation;
}

function LinkForm({ clientId, onDone }: { clientId: number; onDone: () => void }) {
  const { link } = useHouseholdWrites(clientId);
  const editing = useEditing<LinkValues, unknown>({
    start: { client: null, relation: 'spouse' },
    check: ({ client }): Record<string, string> => (client ? {} : { client_id: 'Please choose a client' }),
    send: ({ client, relation }) => link.mutateAsync({ client_id: client?.id ?? 0, relation }),
    successMessage: (_, { client }) => `${client ? clientName(client) : 'The client'} was linked.`,
    onDone,
    logText: 'the client could not be linked',
  });
  const { form, change } = editing;
  return (
    <DialogForm editing={editing} save="Link Client">
      <ClientPicker
        label="Client"
        value={form.values.client}
        error={form.errors.client_id}
        onChange={(client) => {
          form.clearFieldError('client_id');
          change({ client });
        }}
        autoFocus
      />
      <Select
        label="Relation to this client"
        allowDeselect={false}
        data={RELATIONS.map((value) => ({ value, label: RELATION_LABELS[value] }))}
        value={form.values.relation}
        onChange={(value) => change({ relation: RELATIONS.find((each) => each === value) ?? 'family' })}
      />
      <Text size="sm" c="dimmed">
        Both clients show the link, and each can then be added as a covered person to policies of the other.
      </Text>
    </DialogForm>
  );
}
