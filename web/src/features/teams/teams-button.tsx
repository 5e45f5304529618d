import { Button } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useHeaderAction } from '../../components/ui/page-header.tsx';
import { TeamsDialog } from './teams-dialog.tsx';

export function TeamsButton({ lead }: { lead?: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const look = useHeaderAction('Teams', <IconUsersGroup size={16} aria-hidden />);
  return (
    <>
      <Button variant="default" {...look} onClick={() => setOpen(true)} />
      {isOpen && <TeamsDialog lead={lead} onClose={() => setOpen(false)} />}
    </>
  );
}
