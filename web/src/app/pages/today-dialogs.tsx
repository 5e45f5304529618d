import { todayHorizon } from '@ledgerline/contract/rules';
import type { TodayItem } from '@ledgerline/contract/today/endpoints';
import { Group, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { notifyError } from '../../components/ui/notify.ts';
import { notifyWithUndo } from '../../components/ui/undo-toast.tsx';
import { EmailOffNote } from '../../domain/email/email-off-note.tsx';
import { TaskDialog } from '../../domain/tasks/task-dialog.tsx';
import { dayIn } from '../../domain/today.ts';
import { useClient } from '../../features/clients/api.ts';
import { ClientLinkSection } from '../../features/secure-links/client-link-section.tsx';
import { EmailLinkDialog } from '../../features/secure-links/email-link-dialog.tsx';
import { GetFormLinkDialog } from '../../features/secure-links/get-form-link-dialog.tsx';
import type { EmailedLink, LinkTarget } from '../../features/secure-links/link-target.ts';
import { TextLink } from '../../features/secure-links/text-link.tsx';
import { SessionLink } from '../../features/sessions/link/session-link.tsx';
import { SubmissionDialog } from '../../features/submissions/detail/submission-dialog.tsx';
import { type TodayOwner, useSnooze, useWakeItem } from '../../features/today/api.ts';
import { itemText } from '../../features/today/today-text.ts';
import { useIsEmailConnected, usePublicSettings } from '../../lib/public-settings.ts';
import { linkClient } from './link-client.ts';
import { PageInvoiceDialogs } from './page-invoice-dialogs.tsx';
import { SignFromToday } from './sign-from-today.tsx';
import { submissionLinkTarget } from './submission-link-target.ts';
import type { useTodayDialogs } from './use-today-dialogs.ts';

const RenewFromToday = lazy(async () => ({
  default: (await import('./renew-from-today.tsx')).RenewFromToday,
}));

interface TodayDialogsProps {
  dialogs: ReturnType<typeof useTodayDialogs>;
  /** Whose items Today shows. */
  owner: TodayOwner;
}

/** Dialogs of other features over Today: signing, a submission, emailing a link, invoices, a new task. */
export function TodayDialogs({ dialogs, owner }: TodayDialogsProps) {
  const { dialog, setDialog } = dialogs;
  const [target, setTarget] = useState<LinkTarget | null>(null);
  const isConnected = useIsEmailConnected();
  const close = () => setDialog(null);
  return (
    <>
      {dialog?.name === 'sign' && (
        <SignFromToday
          item={dialog.item}
          owner={owner}
          onNext={(item) => setDialog({ name: 'sign', item })}
          onClose={close}
        />
      )}
      {dialog?.name === 'renew' && (
        <Suspense fallback={null}>
          <RenewFromToday key={dialog.item.id} item={dialog.item} onClose={close} />
        </Suspense>
      )}
      <TaskDialog opened={dialogs.isAddingTask} onClose={() => dialogs.setAddingTask(false)} />
      {dialog?.name === 'mail' &&
        (isConnected ? (
          <ResendEmail item={dialog.item} onClose={close} />
        ) : (
          <CopyLinkDialog item={dialog.item} onClose={close} />
        ))}
      <SubmissionDialog
        submissionId={dialog?.name === 'read' ? dialog.item.submission_id : null}
        onClose={close}
        onGetLink={(form) => setTarget(submissionLinkTarget(form))}
      />
      <GetFormLinkDialog target={target} onClose={() => setTarget(null)} />
      <PageInvoiceDialogs
        viewed={dialogs.viewed}
        onView={dialogs.setViewed}
        dialog={dialogs.invoicing}
        onDialog={dialogs.setInvoicing}
        wording="full"
      />
    </>
  );
}

/** How many days the item of a resent link is snoozed. */
const WAIT_DAYS = 3;

/** After a resend the item can wait until the client has had time to open the link. */
function ResendEmail({ item, onClose }: { item: TodayItem; onClose: () => void }) {
  const client = useClient(item.client_id ?? 0);
  const snooze = useSnooze();
  const wake = useWakeItem();
  const until = todayHorizon(dayIn(usePublicSettings().time_zone), WAIT_DAYS);
  // The dialog has been closed by then; the result is reported anyway.
  async function wait() {
    try {
      await snooze.mutateAsync({ item, until });
      notifyWithUndo({
        message: `If the link isn’t opened, you’ll be reminded in ${WAIT_DAYS} days.`,
        undone: `Back on Today: ${itemText(item)}. The email that was sent cannot be recalled.`,
        onUndo: () => wake.mutateAsync({ item, until }),
      });
    } catch (error) {
      console.error('the item of a link that was sent again could not be snoozed', error);
      notifyError('The link is being sent, but the item could not be snoozed. Use Snooze to hide it.');
    }
  }
  return (
    <EmailLinkDialog
      query={client}
      clientOf={(data) => linkClient(item.client_id ?? 0, data)}
      link={linkOf(item)}
      onSent={() => void wait()}
      onClose={onClose}
    />
  );
}

const linkOf = ({ submission_id, session_id }: TodayItem): EmailedLink =>
  submission_id === null ? { session_id: session_id ?? 0 } : { session_form_id: submission_id };

interface CopyLinkDialogProps {
  item: TodayItem;
  onClose: () => void;
}

/** The link of an item, to be copied: without a mail server it cannot be emailed again. */
function CopyLinkDialog({ item, onClose }: CopyLinkDialogProps) {
  return (
    <GuardedModal opened onClose={onClose} title="Copy Link" size="lg">
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
