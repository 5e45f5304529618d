import type { UseMutationResult } from '@tanstack/react-query';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { notifySuccess } from './notify.ts';

interface DangerDialogProps<Input, Reply> {
  title: string;
  message: string;
  confirmLabel: string;
  action: Pick<UseMutationResult<Reply, Error, Input>, 'error' | 'isPending' | 'mutate'>;
  /** The argument of the action. */
  input: Input;
  doneText: string | ((reply: Reply) => string);
  onDone?: () => void;
  onClose: () => void;
}

/** Confirms an irreversible action and runs it; closes on success and shows the error on failure. */
export function DangerDialog<Input, Reply>(props: DangerDialogProps<Input, Reply>) {
  const { title, message, confirmLabel, action, input, doneText, onDone, onClose } = props;
  return (
    <ConfirmDialog
      opened
      title={title}
      message={message}
      failure={action.error?.message}
      confirmLabel={confirmLabel}
      danger
      busy={action.isPending}
      onConfirm={() =>
        action.mutate(input, {
          onSuccess: (reply) => {
            notifySuccess(typeof doneText === 'string' ? doneText : doneText(reply));
            onDone?.();
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}
