import { NEEDS_TO_KNOW, type NeedToKnow } from '@ledgerline/contract/rules';
import { Radio, Skeleton, Stack, Text } from '@mantine/core';
import { Loaded } from '../../components/ui/loaded.tsx';
import { useNeedToKnow } from '../../domain/agents/use-access-scope.ts';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { useUpdateNeedToKnow } from './api.ts';
import { ACCESS_SCOPE_LABELS } from './can-view.ts';

/** For owners: which clients agents see (decision 071). */
export function ClientAccessSettings({ onDone }: { onDone?: () => void }) {
  return (
    <Loaded
      query={useNeedToKnow()}
      failed="The client access settings could not be loaded."
      loading={<Skeleton height={341} role="status" aria-label="Loading client access settings" />}
      isInCard
    >
      {({ sees }) => <AccessScopeForm sees={sees} onDone={onDone} />}
    </Loaded>
  );
}

const isChoice = (value: string): value is NeedToKnow => NEEDS_TO_KNOW.some((choice) => choice === value);

function AccessScopeForm({ sees, onDone }: { sees: NeedToKnow; onDone: (() => void) | undefined }) {
  const update = useUpdateNeedToKnow();
  const editing = useEditing({
    start: { sees },
    send: (values) => update.mutateAsync(values.sees),
    successMessage: 'Settings saved.',
    onDone: () => onDone?.(),
  });
  return (
    <DialogForm editing={editing} gap="md" save="Save">
      <Radio.Group
        label="Agents see"
        description="Owners always see all clients."
        value={editing.form.values.sees}
        onChange={(value) => isChoice(value) && editing.change({ sees: value })}
      >
        <Stack gap="xs" mt="xs">
          {NEEDS_TO_KNOW.map((choice) => (
            <Radio key={choice} value={choice} {...ACCESS_SCOPE_LABELS[choice]} />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="sm" c="dimmed">
        Clients an agent cannot see do not appear anywhere for that agent: lists, the ledger, search, tasks,
        Today, invoices, files, exports and counts. Changes apply immediately, including on open screens.
      </Text>
    </DialogForm>
  );
}
