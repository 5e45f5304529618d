import { Button } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { useHeaderAction } from '../../components/ui/page-header.tsx';
import { SignInPolicySettings } from './sign-in-policy-settings.tsx';

export function SignInPolicyButton({ lead }: { lead?: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const look = useHeaderAction('Sign-in policy', <IconShieldLock size={16} aria-hidden />);
  return (
    <>
      <Button variant="default" {...look} onClick={() => setOpen(true)} />
      {isOpen && <SignInPolicyDialog lead={lead} onClose={() => setOpen(false)} />}
    </>
  );
}

interface SignInPolicyDialogProps {
  onClose: () => void;
  /** Shown above the settings. */
  lead?: ReactNode;
}

/** The sign-in policy, opened from the list of agents. */
function SignInPolicyDialog({ onClose, lead }: SignInPolicyDialogProps) {
  return (
    <GuardedModal opened onClose={onClose} title="Sign-in policy" size="md">
      {lead}
      <SignInPolicySettings onDone={onClose} />
    </GuardedModal>
  );
}
