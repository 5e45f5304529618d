import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { CalledFields } from './call-fields.tsx';
import { type ItemDialogProps, wrongDay } from './snooze-dialog.tsx';
import { whoText } from './today-text.ts';
import { type FollowedUp, useFollowedUp } from './use-followed-up.ts';

interface FollowUpDialogProps extends ItemDialogProps {
  /** The next date, or none. */
  onSet: (day: string | null) => void;
}

/** Opens with the call: outcome, and the next follow-up if any. */
export function FollowUpDialog({ onClose, ...props }: FollowUpDialogProps) {
  return (
    <GuardedModal opened onClose={onClose} title={`Follow up: ${whoText(props.item) ?? ''}`} size="xs">
      <FollowUpForm onClose={onClose} {...props} />
    </GuardedModal>
  );
}

function FollowUpForm({ item, today, onClose, onSet }: FollowUpDialogProps) {
  const { send, failed } = useFollowedUp(item);
  const editing = useEditing<FollowedUp, unknown>({
    start: { outcome: '', text: '', day: null },
    check: ({ day }) => ({ day: day !== null && wrongDay(day, today) }),
    send,
    onDone(_, { day }) {
      onClose();
      onSet(day);
    },
    failed,
    logText: 'the follow-up was not set',
  });
  const { form } = editing;
  return (
    <DialogForm editing={editing} gap="md" save="Save">
      <CalledFields item={item} form={form} dayHint="Optional. Leave empty for no further follow-up." />
    </DialogForm>
  );
}
