import { EMAIL_NOT_CONNECTED } from '@ledgerline/contract/rules';
import type { Installation } from '@ledgerline/contract/settings/endpoints';
import { Alert, Text } from '@mantine/core';
import { IconCircleCheck, IconMailOff } from '@tabler/icons-react';
import { AnchorLink } from '../../components/ui/link.tsx';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { SectionCard } from '../../components/ui/section-card.tsx';
import { useInstallation } from './api.ts';
import styles from './facts.module.css';

/** How the portal sends email: the person who runs the server connects it. */
export function EmailState() {
  return (
    <SectionCard title="Mail server">
      <Loaded
        query={useInstallation()}
        failed="The email settings could not be loaded."
        loading={<LoadingRows rows={3} label="Loading the email settings" />}
        isInCard
      >
        {({ email }) => <MailServer email={email} />}
      </Loaded>
    </SectionCard>
  );
}

function MailServer({ email }: { email: Installation['email'] }) {
  if (!email.is_connected)
    return (
      <Alert color="yellow" p="sm" icon={<IconMailOff size={18} aria-hidden />} title={EMAIL_NOT_CONNECTED}>
        No email is sent: copy links and send them yourself. To connect email, ask your IT contact to set up a
        mail server for the portal.
      </Alert>
    );
  return (
    <>
      <Alert color="green" p="sm" mb="md" icon={<IconCircleCheck size={18} aria-hidden />}>
        A mail server is connected.
      </Alert>
      <dl className={styles.facts}>
        <dt>Server</dt>
        <dd>{email.server}</dd>
        <dt>Sender</dt>
        <dd>{email.from}</dd>
        <dt>Waiting to be sent</dt>
        <dd>{email.waiting === 1 ? '1 email' : `${email.waiting} emails`}</dd>
      </dl>
      <Text size="sm" c="dimmed" mt="md">
        Your IT contact can change the server and the sender. The{' '}
        <AnchorLink to="/crm/status" inherit underline="always">
          System Status
        </AnchorLink>{' '}
        shows whether it responds.
      </Text>
    </>
  );
}
