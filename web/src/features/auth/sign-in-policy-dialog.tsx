import type { ReactNode } from 'react';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { SignInPolicySettings } from './sign-in-policy-settings.tsx';

interface SignInPolicyDialogProps {
  onClose: () => void;
  /** Shown above the settings. */
  lead?: ReactNode;
}

/** The sign-in policy, opened from the list of agents. */
export function SignInPolicyDialog({ onClose, lead }: SignInPolicyDialogProps) {
  return (
    <GuardedModal opened onClose={onClose} title="Sign-in policy" size="md">
      {lead}
      <SignInPolicySettings onDone={onClose} />
    </GuardedModal>
  );
}
