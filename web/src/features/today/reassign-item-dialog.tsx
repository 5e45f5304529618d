import { Text } from '@mantine/core';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { notifySuccess } from '../../components/ui/notify.ts';
import { agentText } from '../../domain/agents/agent-names.ts';
import { AgentSelect, type Successor } from '../../domain/agents/agent-select.tsx';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { signedInAgent } from '../../lib/sign-in.ts';
import { useHandOverLine } from './api.ts';
import type { LineDialogProps } from './snooze-dialog.tsx';
import { lineText, whatText } from './today-text.ts';

type HandOverProps = Omit<LineDialogProps, 'today'>;

/** Who goes on with a line. */
export function HandOverLineDialog({ line, onClose }: HandOverProps) {
  return (
    <GuardedModal opened onClose={onClose} title="Hand over" size="sm">
      <HandOverForm line={line} onClose={onClose} />
    </GuardedModal>
  );
}

function HandOverForm({ line, onClose }: HandOverProps) {
  const handOver = useHandOverLine(line, signedInAgent()?.id);
  const editing = useEditing<{ to: Successor | null }, unknown>({
    start: { to: null },
    check: ({ to }) => ({ to: to === null && 'Please choose an agent' }),
    send: ({ to }) => handOver.mutateAsync(to === 'nobody' ? null : to),
    onDone(_, { to }) {
      onClose();
      notifySuccess(
        `${whatText(line)}: ${to === null || to === 'nobody' ? 'nobody has it' : `${agentText(to)} has it`} now.`,
      );
    },
    refused: () => ({}),
    logText: 'the line was not handed over',
  });
  const { form } = editing;
  return (
    <DialogForm editing={editing} gap="md" save="Hand over">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {lineText(line)}
      </Text>
      <AgentSelect
        label="Who goes on with it"
        data-autofocus
        value={form.values.to}
        error={form.errors.to}
        onChange={(to) => form.setFieldValue('to', to)}
        {...(line.owner_agent_id === null ? {} : { except: line.owner_agent_id })}
      />
    </DialogForm>
  );
}
