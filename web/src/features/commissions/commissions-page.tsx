import { Button } from '@mantine/core';
import { IconPercentage } from '@tabler/icons-react';
import { useState } from 'react';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { isOwner, signedInAgent } from '../../lib/sign-in.ts';
import { RatesDialog } from './rates-dialog.tsx';

/** /crm/commissions: what carriers should pay. */
export function CommissionsPage() {
  const [opened, setOpened] = useState(false);
  const canManage = isOwner(signedInAgent());
  return (
    <>
      <PageHeader title="Commissions" />
      <EmptyState
        title="Expected commissions"
        text="The page of a client shows the expected commission of each policy, from the rates of its carrier. Owners set these rates."
        icon={<IconPercentage size={22} aria-hidden />}
        action={
          canManage && (
            <Button variant="default" onClick={() => setOpened(true)}>
              Commission Rates
            </Button>
          )
        }
      />
      <RatesDialog opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
