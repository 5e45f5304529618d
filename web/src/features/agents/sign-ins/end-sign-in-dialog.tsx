import type { ListedSignIn } from '@ledgerline/contract/auth/sign-ins/endpoints';
import { DangerDialog } from '../../../components/ui/danger-dialog.tsx';
import { useEndSignIn } from '../api.ts';

interface EndSignInDialogProps {
  agentId: number;
  signIn: ListedSignIn;
  onClose: () => void;
}

export function EndSignInDialog({ agentId, signIn, onClose }: EndSignInDialogProps) {
  const where = signIn.address ? ` at ${signIn.address}` : '';
  return (
    <DangerDialog
      title="Sign out this device?"
      message={`${signIn.device}${where} is signed out immediately. Unsaved changes there are lost.`}
      confirmLabel="Sign Out"
      action={useEndSignIn(agentId)}
      input={signIn.id}
      doneText="The device was signed out."
      onClose={onClose}
    />
  );
}
