import { countText } from '@ledgerline/contract/rules';
import { Text } from '@mantine/core';
import { GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { type AgentChoice, AgentSelect } from '../../../domain/agents/agent-select.tsx';
import { DialogForm } from '../../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../../domain/editing/use-editing.ts';
import type { LedgerDialog } from '../store/ledger-dialogs.ts';

type Reassignment = Extract<LedgerDialog, { kind: 'reassign' }>;

/** Reassigns the clients of the selected rows. */
export function ReassignRowsDialog({ dialog }: { dialog: Reassignment }) {
  const clients = countText(dialog.count, 'client');
  return (
    <GuardedModal opened onClose={dialog.cancel} title={`Reassign ${clients}`} size="sm">
      <ReassignRowsForm dialog={dialog} />
    </GuardedModal>
  );
}

function ReassignRowsForm({ dialog }: { dialog: Reassignment }) {
  const editing = useEditing<{ to: AgentChoice | null }, void>({
    start: { to: null },
    check: ({ to }) => ({ to: to === null && 'Please choose an agent' }),
    send: ({ to }) => dialog.reassign(to === 'nobody' ? null : to),
    failed: 'The selected clients could not be loaded. Nothing was reassigned.',
    logText: 'the selected clients could not be loaded',
  });
  const { form } = editing;
  return (
    <DialogForm editing={editing} save={editing.failure ? 'Try Again' : 'Reassign'}>
      <Text size="sm">The clients in the selected rows get a new owner. You can undo this.</Text>
      <AgentSelect
        label="New owner"
        data-autofocus
        value={form.values.to}
        error={form.errors.to}
        onChange={(to) => editing.change({ to })}
      />
    </DialogForm>
  );
}
