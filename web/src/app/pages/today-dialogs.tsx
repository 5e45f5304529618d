import { todayHorizon } from '@ledgerline/contract/rules';
import type { TodayItem } from '@ledgerline/contract/today/endpoints';
import { useState } from 'react';
import { notifyError, notifySuccess } from '../../components/ui/notify.ts';
import { TaskDialog } from '../../domain/tasks/task-dialog.tsx';
import { dayIn } from '../../domain/today.ts';
import { useClient } from '../../features/clients/api.ts';
import { EmailLinkDialog } from '../../features/secure-links/email-link-dialog.tsx';
import { GetFormLinkDialog } from '../../features/secure-links/get-form-link-dialog.tsx';
import type { EmailedLink, LinkTarget } from '../../features/secure-links/link-target.ts';
import { SignFormDialog } from '../../features/sessions/detail/sign-form-dialog.tsx';
import { SubmissionDialog } from '../../features/submissions/detail/submission-dialog.tsx';
import { useSnooze } from '../../features/today/api.ts';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { linkClient } from './link-client.ts';
import { PageInvoiceDialogs } from './page-invoice-dialogs.tsx';
import { submissionLinkTarget } from './submission-link-target.ts';
import type { useTodayDialogs } from './use-today-dialogs.ts';

/** What of other features opens over Today: signing, a submission, mailing a link, invoices, a new task. */
export function TodayDialogs({ dialogs }: { dialogs: ReturnType<typeof useTodayDialogs> }) {
  const { dialog, setDialog } = dialogs;
  const [target, setTarget] = useState<LinkTarget | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      {dialog?.name === 'sign' && <Signing item={dialog.item} onClose={close} />}
      <TaskDialog opened={dialogs.isAddingTask} onClose={() => dialogs.setAddingTask(false)} />
      {dialog?.name === 'mail' && <ResendEmail item={dialog.item} onClose={close} />}
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

interface AboutItemProps {
  item: TodayItem;
  onClose: () => void;
}

function Signing({ item, onClose }: AboutItemProps) {
  const { session_id, submission_id, id, title } = item;
  if (session_id === null) return null;
  return (
    <SignFormDialog sessionId={session_id} form={{ id: submission_id ?? id, title }} onClose={onClose} />
  );
}

/** How long a link that was sent again is left alone. */
const WAIT_DAYS = 3;

/** What was sent again needs nobody until the client has had time to open it. */
function ResendEmail({ item, onClose }: AboutItemProps) {
  const client = useClient(item.client_id ?? 0);
  const snooze = useSnooze();
  const today = dayIn(usePublicSettings().time_zone);
  // The dialog is gone by then: what comes of it is told all the same.
  async function wait() {
    try {
      await snooze.mutateAsync({ item, until: todayHorizon(today, WAIT_DAYS) });
      notifySuccess(`Today asks anew in ${WAIT_DAYS} days, unless the link is opened.`);
    } catch (error) {
      console.error('the line of a link that was sent again was not put off', error);
      notifyError('The link was sent, but its line could not be put off. Snooze does it.');
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
