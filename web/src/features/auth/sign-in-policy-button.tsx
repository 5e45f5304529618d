import { Button } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useIsWide } from '../../lib/use-is-wide.ts';
import { SignInRulesDialog } from './sign-in-policy-dialog.tsx';

/** An icon on small screens, where the title needs the space. */
export function SignInRulesButton() {
  const isWide = useIsWide();
  const [isOpen, setOpen] = useState(false);
  const icon = <IconShieldLock size={16} aria-hidden />;
  const look = isWide ? { leftSection: icon } : { px: 10, 'aria-label': 'Sign-in policy' };
  return (
    <>
      <Button variant="default" {...look} onClick={() => setOpen(true)}>
        {isWide ? 'Sign-in policy' : icon}
      </Button>
      {isOpen && <SignInRulesDialog onClose={() => setOpen(false)} />}
    </>
  );
}
