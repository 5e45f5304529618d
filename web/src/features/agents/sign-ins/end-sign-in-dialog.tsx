import type { ListedSignIn } from '@ledgerline/contract/auth/sign-ins/endpoints';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { notifySuccess } from '../../../components/ui/notify.ts';
import { isNotFound } from '../../../lib/api-error.ts';
import { useEndSignIn } from '../api.ts';

interface EndSignInDialogProps {
  agentId: number;
  signIn: ListedSignIn;
  onClose: () => void;
}

export function EndSignInDialog({ agentId, signIn, onClose }: EndSignInDialogProps) {
  const end = useEndSignIn(agentId);
  const where = signIn.address ? ` at ${signIn.address}` : '';
  const done = () => {
    notifySuccess('The device was signed out.');
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      title="Sign out this device?"
      message={`${signIn.device}${where} is signed out immediately. Unsaved changes there are lost.`}
      failure={end.isError && !isNotFound(end.error) ? end.error.message : null}
      confirmLabel="Sign Out"
      danger
      busy={end.isPending}
      // If it has already ended, the goal is reached.
      onConfirm={() =>
        end.mutate(signIn.id, { onSuccess: done, onError: (error) => isNotFound(error) && done() })
      }
      onClose={onClose}
    />
  );
}
