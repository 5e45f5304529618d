import { DangerDialog } from '../../../components/ui/danger-dialog.tsx';
import { useWithdrawInvitation } from '../api.ts';

interface WithdrawInvitationDialogProps {
  agentId: number;
  onClose: () => void;
}

export function WithdrawInvitationDialog({ agentId, onClose }: WithdrawInvitationDialogProps) {
  const withdraw = useWithdrawInvitation(agentId);
  return (
    <DangerDialog
      title="Withdraw the invitation?"
      message="The link of the invitation will stop working. The account stays. You can send a new invitation or set a password."
      confirmLabel="Withdraw"
      action={withdraw}
      input={undefined}
      doneText="Invitation withdrawn."
      onClose={onClose}
    />
  );
}
