import { callTextError } from '@ledgerline/contract/rules';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { useLogCall } from '../../domain/calls/use-log-call.ts';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { CalledFields } from './call-fields.tsx';
import { type ItemDialogProps, wrongDay } from './snooze-dialog.tsx';
import { whoText } from './today-text.ts';
import type { FollowedUp } from './use-followed-up.ts';

interface CallDialogProps extends ItemDialogProps {
  onLogged: () => void;
}

/** Opens with a call that had no follow-up: outcome, and optional follow-up. */
export function CallDialog({ onClose, ...props }: CallDialogProps) {
  return (
    <GuardedModal opened onClose={onClose} title={`Call: ${whoText(props.item) ?? ''}`} size="xs">
      <CallForm onClose={onClose} {...props} />
    </GuardedModal>
  );
}

function CallForm({ item, today, onClose, onLogged }: CallDialogProps) {
  const log = useLogCall(item.client_id ?? item.id);
  const editing = useEditing<FollowedUp, unknown>({
    start: { outcome: '', text: '', day: null },
    check: ({ outcome, text, day }) => ({
      text: callTextError({ kind: 'call', outcome: outcome || null, text }),
      day: day !== null && wrongDay(day, today),
    }),
    send: ({ outcome, text, day }) =>
      log.mutateAsync({ kind: 'call', outcome: outcome || null, text: text.trim(), follow_up_on: day }),
    successMessage: `Call logged for ${whoText(item) ?? 'the client'}.`,
    onDone() {
      onClose();
      onLogged();
    },
    failed: (error) => `The entry was not logged. ${error.message}`,
    logText: 'the call could not be logged',
  });
  return (
    <DialogForm editing={editing} gap="md" save="Save">
      <CalledFields
        item={item}
        form={editing.form}
        dayHint="Leave empty to keep the client’s current follow-up."
      />
    </DialogForm>
  );
}
