import { COPY_LINK_INSTEAD } from '@ledgerline/contract/rules';
import { Alert } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AnchorLink } from '../../components/ui/link.tsx';
import { useIsEmailConnected } from '../../lib/public-settings.ts';
import { canWatchStatus, isOwner, signedInAgent } from '../../lib/sign-in.ts';

interface EmailOffNoteProps {
  /** What to do instead, where there is no link to copy. */
  children?: ReactNode;
}

/** Shown wherever an email would be sent, while no mail server is connected; owners find out how to connect one. */
export function EmailOffNote({ children = COPY_LINK_INSTEAD }: EmailOffNoteProps) {
  const agent = signedInAgent();
  if (useIsEmailConnected()) return null;
  return (
    <Alert color="yellow" variant="light" p="xs" icon={<IconMailOff size={18} aria-hidden />}>
      {children}
      {canWatchStatus(agent) && (
        <>
          {' '}
          <AnchorLink
            {...(isOwner(agent)
              ? { to: '/crm/settings/$section', params: { section: 'email' } }
              : { to: '/crm/status' })}
            inherit
            c="inherit"
            underline="always"
          >
            Connect email
          </AnchorLink>
        </>
      )}
    </Alert>
  );
}
