import type { TodayItem } from '@ledgerline/contract/today/endpoints';
import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { EmailOffNote } from '../../domain/email/email-off-note.tsx';
import { useClient } from '../../features/clients/api.ts';
import { ClientLinkSection } from '../../features/secure-links/client-link-section.tsx';
import { TextLink } from '../../features/secure-links/text-link.tsx';
import { SessionLink } from '../../features/sessions/link/session-link.tsx';
import { linkClient } from './link-client.ts';

interface CopyLinkDialogProps {
  item: TodayItem;
  onClose: () => void;
}

/** The link of an item, to be copied: without a mail server it cannot be emailed again. */
export function CopyLinkDialog({ item, onClose }: CopyLinkDialogProps) {
  return (
    <GuardedModal opened onClose={onClose} title="Copy link" size="lg">
      <Stack gap="sm">
        <EmailOffNote />
        <LinkOf item={item} />
      </Stack>
    </GuardedModal>
  );
}

function LinkOf({ item }: Pick<CopyLinkDialogProps, 'item'>) {
  const { submission_id, session_id, form_id, client_id, title } = item;
  const [isQrOpen, setQrOpen] = useState(false);
  const { data } = useClient(client_id ?? 0);
  const client = client_id !== null && data ? linkClient(client_id, data) : null;
  const text = (url: string) =>
    client && (
      <Group>
        <TextLink client={client} url={url} about={title} />
      </Group>
    );
  if (submission_id === null && session_id !== null)
    return (
      <SessionLink
        sessionId={session_id}
        title={title}
        sendLink={({ url, children }) => (
          <>
            {children}
            {text(url)}
          </>
        )}
      />
    );
  if (submission_id === null || form_id === null || client_id === null)
    return <Text size="sm">Open the item to get its link.</Text>;
  return (
    <ClientLinkSection
      link={{ formId: form_id, clientId: client_id, sessionFormId: submission_id }}
      title={title}
      isQrOpen={isQrOpen}
      onQr={setQrOpen}
    >
      {({ formUrl }) => text(formUrl)}
    </ClientLinkSection>
  );
}
