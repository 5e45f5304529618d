import type { SessionPageForm } from '@ledgerline/contract/public-forms/endpoints';
import { moneyDisplay } from '@ledgerline/contract/rules';
import { useState } from 'react';
import { Mark } from '../mark.tsx';
import { useMessages } from '../texts/language.tsx';
import { DocumentDialog, type ShownDocument } from './document-dialog.tsx';
import { actionKey, formTone, noteKey, statusKey, TONE_MARKS } from './form-state.ts';
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
