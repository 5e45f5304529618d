import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { notifySuccess } from '../../../components/ui/notify.ts';
import { useWithdrawInvitation } from '../api.ts';

interface WithdrawInvitationDialogProps {
  agentId: number;
  onClose: () => void;
}

export function WithdrawInvitationDialog({ agentId, onClose }: WithdrawInvitationDialogProps) {
  const withdraw = useWithdrawInvitation(agentId);
  return (
    <ConfirmDialog
      opened
      title="Withdraw the invitation?"
      message="The link of the invitation will stop working. The account stays. You can send a new invitation or set a password."
      failure={withdraw.error?.message}
      confirmLabel="Withdraw"
      danger
      busy={withdraw.isPending}
      onConfirm={() =>
        withdraw.mutate(undefined, {
          onSuccess: () => {
            notifySuccess('Invitation withdrawn.');
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}
