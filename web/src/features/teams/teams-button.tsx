import { Button } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { useIsWide } from '../../lib/use-is-wide.ts';
import { TeamsDialog } from './teams-dialog.tsx';

/** An icon on phones, where the title needs the space. */
export function TeamsButton() {
  const isWide = useIsWide();
  const [isOpen, setOpen] = useState(false);
  const icon = <IconUsersGroup size={16} aria-hidden />;
  const look = isWide ? { leftSection: icon } : { px: 10, 'aria-label': 'Teams' };
  return (
    <>
      <Button variant="default" {...look} onClick={() => setOpen(true)}>
        {isWide ? 'Teams' : icon}
      </Button>
      {isOpen && <TeamsDialog onClose={() => setOpen(false)} />}
    </>
  );
}
