import { Button } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useHeaderAction } from '../../components/ui/use-header-action.ts';
import { SignInPolicyDialog } from './sign-in-policy-dialog.tsx';

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
