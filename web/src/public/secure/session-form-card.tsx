import type { SessionPageForm } from '@ledgerline/contract/public-forms/endpoints';
import { moneyDisplay, SIMPLE_FORM_STATUSES, type SimpleFormStatus } from '@ledgerline/contract/rules';
import { useState } from 'react';
import { here } from '../../lib/external-url.ts';
import { Dialog } from '../dialog.tsx';
import { DocumentPages } from '../document-pages.tsx';
import { Mark, type MarkName } from '../mark.tsx';
import { useMessages } from '../texts/language.tsx';
import type { TextKey } from '../texts/text-key.ts';
import styles from './session-form-card.module.css';
import { useOpenForm } from './use-open-form.ts';

/** One form: its name, status and single action. */
export function SessionFormCard({ form }: { form: SessionPageForm }) {
  const { localize, text } = useMessages();
  const [shown, setShown] = useState<ShownDocument | null>(null);
  const title = localize(form.titles);
  const opening = useOpenForm(form, (url) => setShown({ name: title, url }));
  const tone = formTone(form);
  const status = statusKey(form);
  const action = actionKey(form);
  const note = noteKey(form);
  const steps = { step: form.progress_step + 1, total: form.total_steps };
  return (
    <article className={styles.card} data-tone={tone} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.facts}>
        <span className={styles.status} data-tone={tone}>
          <Mark name={TONE_MARKS[tone]} /> {status ? text(status) : form.status}
        </span>
        {form.total_cents > 0 && (
          <span className={styles.price}>
            {text('price')}: {moneyDisplay(form.total_cents)}
          </span>
        )}
      </p>
      {form.action === 'wait' && <p className={styles.wait}>{text('formWait')}</p>}
      {note && <p className={styles.note}>{text(note)}</p>}
      <FormPreviews form={form} onShow={setShown} />
      {opening.isFailed && (
        <p role="alert" className={styles.failed}>
          {text('openFormFailed')}
        </p>
      )}
      {action && (
        <button
          type="button"
          className={`button ${form.action === 'view' || form.action === 'follow' ? '' : 'primary'} ${styles.action}`}
          disabled={opening.isOpening}
          onClick={opening.open}
        >
          {opening.isOpening ? text('opening') : text(action, steps)}
          <span className="hidden">: {title}</span>
        </button>
      )}
      {shown && <DocumentDialog document={shown} onClose={() => setShown(null)} />}
    </article>
  );
}

function FormPreviews({ form, onShow }: { form: SessionPageForm; onShow: (shown: ShownDocument) => void }) {
  const { localize, text } = useMessages();
  const { document_url, previews } = form;
  const documents = document_url
    ? [{ label: text('formDocument'), name: localize(form.titles), url: document_url }]
    : previews.map(({ name, url }) => ({ label: text('preview', { name }), name, url }));
  // The button of a single file opens it directly.
  const isOnButton = form.action === 'view' && documents.length === 1;
  if (documents.length === 0 || isOnButton || form.action === 'voided') return null;
  return (
    <ul className={styles.previews}>
      {documents.map(({ label, name, url }) => (
        <li key={url}>
          <button type="button" className={styles.preview} onClick={() => onShow({ name, url })}>
            {label}
          </button>
        </li>
      ))}
    </ul>
  );
}

const STATUS_LABELS: Record<SimpleFormStatus, TextKey> = {
  Cancelled: 'statusCancelled',
  'Pending advisor signature': 'statusPendingAdvisor',
  'Ready to sign': 'statusReady',
  Completed: 'statusCompleted',
  'Awaiting advisor signature': 'statusAwaitingAdvisor',
  Pending: 'statusPending',
};

/** The text of a status; null for a status known only to a provider. Forms that are only read are never pending. */
function statusKey({ status, action }: SessionPageForm): TextKey | null {
  if (status === 'Pending' && action === 'view') return 'statusToRead';
  if (status === 'Pending' && action === 'follow') return 'statusToOpen';
  const known = SIMPLE_FORM_STATUSES.find((word) => word === status);
  return known ? STATUS_LABELS[known] : null;
}

/** Color and icon of a form's state, always next to its text. */
type FormTone = 'todo' | 'read' | 'wait' | 'done' | 'voided';

function formTone({ action }: SessionPageForm): FormTone {
  if (action === 'wait' || action === 'done' || action === 'voided') return action;
  return action === 'view' || action === 'follow' ? 'read' : 'todo';
}

const TONE_MARKS: Record<FormTone, MarkName> = {
  todo: 'pencil',
  read: 'page',
  wait: 'clock',
  done: 'check',
  voided: 'cross',
};

/** The label of a form's button; null if the client has no action. */
function actionKey(form: SessionPageForm): TextKey | null {
  switch (form.action) {
    case 'fill':
      return form.progress_step > 0 ? 'formContinue' : 'formFill';
    case 'upload':
      return 'formUpload';
    case 'sign':
      return 'formSign';
    case 'view':
      // Several files are listed separately.
      return form.previews.length > 1 ? null : 'formView';
    case 'follow':
      return 'formFollow';
    default:
      return null;
  }
}

/** Forms with a note that explains why there is no button. */
function noteKey(form: SessionPageForm): TextKey | null {
  if (form.action === 'wait') return 'formWaitText';
  if (form.action === 'voided') return 'formVoidedText';
  return form.action === 'done' ? 'formDoneText' : null;
}

interface ShownDocument {
  name: string;
  url: string;
}

/** A document in a dialog, to read or download. */
function DocumentDialog({ document, onClose }: { document: ShownDocument; onClose: () => void }) {
  const { text } = useMessages();
  const address = here(document.url);
  return (
    <Dialog title={document.name} onClose={onClose} isLarge>
      <DocumentPages url={address} />
      <a
        href={address}
        download={document.name}
        target="_blank"
        rel="noreferrer"
        className={`button ${styles.download}`}
      >
        {text('download')}
      </a>
    </Dialog>
  );
}
