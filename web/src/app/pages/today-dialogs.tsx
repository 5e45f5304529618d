import { todayHorizon } from '@ledgerline/contract/rules';
import type { TodayLine } from '@ledgerline/contract/today/endpoints';
import { useState } from 'react';
import { notifyError, notifySuccess } from '../../components/ui/notify.ts';
import { TaskDialog } from '../../domain/tasks/task-dialog.tsx';
import { dayIn } from '../../domain/today.ts';
import { useClient } from '../../features/clients/api.ts';
import { GetFormLinkDialog } from '../../features/secure-links/get-form-link-dialog.tsx';
import type { LinkTarget, MailedLink } from '../../features/secure-links/link-target.ts';
import { MailLinkDialog } from '../../features/secure-links/email-link-dialog.tsx';
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
      {dialog?.name === 'sign' && <Signing line={dialog.line} onClose={close} />}
      <TaskDialog opened={dialogs.isAddingTask} onClose={() => dialogs.setAddingTask(false)} />
      {dialog?.name === 'mail' && <MailAgain line={dialog.line} onClose={close} />}
      <SubmissionDialog
        submissionId={dialog?.name === 'read' ? dialog.line.submission_id : null}
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

interface AboutLineProps {
  line: TodayLine;
  onClose: () => void;
}

function Signing({ line, onClose }: AboutLineProps) {
  const { session_id, submission_id, id, title } = line;
  if (session_id === null) return null;
  return (
    <SignFormDialog sessionId={session_id} form={{ id: submission_id ?? id, title }} onClose={onClose} />
  );
}

/** How long a link that was sent again is left alone. */
const WAIT_DAYS = 3;

/** What was sent again needs nobody until the client has had time to open it. */
function MailAgain({ line, onClose }: AboutLineProps) {
  const client = useClient(line.client_id ?? 0);
  const snooze = useSnooze();
  const today = dayIn(usePublicSettings().time_zone);
  // The dialog is gone by then: what comes of it is told all the same.
  async function wait() {
    try {
      await snooze.mutateAsync({ line, until: todayHorizon(today, WAIT_DAYS) });
      notifySuccess(`Today asks anew in ${WAIT_DAYS} days, unless the link is opened.`);
    } catch (error) {
      console.error('the line of a link that was sent again was not put off', error);
      notifyError('The link was sent, but its line could not be put off. Snooze does it.');
    }
  }
  return (
    <MailLinkDialog
      query={client}
      clientOf={(data) => linkClient(line.client_id ?? 0, data)}
      link={linkOf(line)}
      onSent={() => void wait()}
      onClose={onClose}
    />
  );
}

const linkOf = ({ submission_id, session_id }: TodayLine): MailedLink =>
  submission_id === null ? { session_id: session_id ?? 0 } : { session_form_id: submission_id };
