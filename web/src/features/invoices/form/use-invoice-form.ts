import type { Invoice } from '@ledgerline/contract/invoices/schemas';
import { type FormEvent, useRef, useState } from 'react';
import type { Result } from '../../../components/ui/result-dialog.tsx';
import { dayIn } from '../../../domain/today.ts';
import { ApiError } from '../../../lib/http.ts';
import { usePublicSettings } from '../../../lib/public-settings.ts';
import { type NewInvoice, useCreateInvoice, useUpdateInvoice } from '../api.ts';
import { type OneTimeKeys, useOneTimeKey } from '../payments/use-one-time-key.ts';
import { bodyOf, type InvoiceErrors, invoiceErrors, type Wording } from './invoice-check.ts';
import { type InvoiceValues, isBlank } from './invoice-values.ts';
import { savingFailure } from './saving-failure.ts';

export interface SavedInvoice {
  invoice: Invoice;
  isNew: boolean;
  /** It was to be sent, but there is neither email nor phone (decisions K27). */
  isContactRequired: boolean;
  /** It was to be sent, and is still a draft. */
  isUnsent: boolean;
  /** How sending went, in the server's words. */
  message?: string | undefined;
}

interface FormOptions {
  before: InvoiceValues;
  /** null makes a new one. */
  invoice: Invoice | null;
  sessionId: number | undefined;
  wording: Wording;
  onDirty: () => void;
  onSaved: (saved: SavedInvoice) => void;
  onFailed: (result: Result) => void;
  /** For new invoices; they outlive the form, so that one whose answer was lost is not made twice by a form opened after it. */
  keys: OneTimeKeys;
}

/** The state of the invoice form. What was typed stays whatever happens to the call. */
export function useInvoiceForm(options: FormOptions) {
  const { before, invoice, wording, onDirty } = options;
  const [values, setValues] = useState(before);
  const [errors, setErrors] = useState<InvoiceErrors>({});
  const form = useRef<HTMLFormElement>(null);
  const { time_zone } = usePublicSettings();
  const saving = useSaving(options);

  function change(changes: Partial<InvoiceValues>) {
    setValues((old) => ({ ...old, ...changes }));
    setErrors((old) => withoutFields(old, Object.keys(changes)));
    onDirty();
  }
  function show(wrong: InvoiceErrors) {
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) focusFirstWrong(form);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (saving.isSaving) return;
    const madeOn = dayIn(time_zone, invoice ? new Date(invoice.created_at) : new Date());
    const wrong = invoiceErrors(values, { before, madeOn, wording });
    show(wrong);
    const body = bodyOf(values);
    if (!body || Object.keys(wrong).length > 0) return;
    void saving.save(invoice ? body : { ...body, send_immediately: values.send_immediately }, (fields) =>
      show(inForm(fields, values)),
    );
  }
  return { values, errors, change, submit, form, isSaving: saving.isSaving };
}

/**
 * Makes the invoice or changes it, with one key for all attempts at the same content; a new one is not made twice either
 * where other content was tried in between.
 */
function useSaving({ invoice, sessionId, onSaved, onFailed, keys }: FormOptions) {
  const create = useCreateInvoice();
  const update = useUpdateInvoice(invoice?.id ?? 0);
  const keyOf = useOneTimeKey();

  async function write(body: NewInvoice): Promise<SavedInvoice> {
    if (invoice) {
      const changed = await update.mutateAsync({ body, idempotencyKey: keyOf(body) });
      return { invoice: changed, isNew: false, isContactRequired: false, isUnsent: false };
    }
    const made = sessionId === undefined ? body : { ...body, session_id: sessionId };
    const { data, contact_required, message } = await create.mutateAsync({
      body: made,
      idempotencyKey: keys.keyOf(made),
    });
    keys.forget();
    const isUnsent = body.send_immediately === true && data.status === 'draft' && !contact_required;
    return { invoice: data, isNew: true, isContactRequired: contact_required, isUnsent, message };
  }
  async function save(body: NewInvoice, showFields: (fields: ApiError['fields']) => void) {
    try {
      onSaved(await write(body));
    } catch (error) {
      console.error('the invoice was not saved', error);
      if (error instanceof ApiError) showFields(error.fields);
      onFailed(savingFailure(error, { isNew: invoice === null }));
    }
  }
  return { save, isSaving: create.isPending || update.isPending };
}

/** Errors of what was changed go; those of lines and of the sum go with any line. */
function withoutFields(errors: InvoiceErrors, changed: string[]): InvoiceErrors {
  const names = changed.flatMap((name) =>
    name === 'lines' ? ['line_items', 'amount'] : [NAMES[name] ?? name],
  );
  return Object.fromEntries(
    Object.entries(errors).filter(([path]) => !names.includes(path.split('.')[0] ?? path)),
  );
}

const NAMES: Record<string, string> = {
  interval: 'recurring_frequency_interval',
  total_payments: 'recurring_total_payments',
  end_date: 'recurring_end_date',
};

/** The server counts the lines that were sent; the form counts the blank ones too. */
function inForm(fields: ApiError['fields'], { lines }: InvoiceValues): InvoiceErrors {
  const places = lines.flatMap((line, place) => (isBlank(line) ? [] : [place]));
  return Object.fromEntries(
    fields.map(({ path, message }) => {
      const [head, place, field] = path.split('.');
      const isLine = head === 'line_items' && place !== undefined && field !== undefined;
      return [isLine ? `line_items.${places[Number(place)] ?? place}.${field}` : path, message];
    }),
  );
}

function focusFirstWrong(form: { current: HTMLFormElement | null }): void {
  // The marks stand once the errors are drawn.
  requestAnimationFrame(() => {
    const wrong = form.current?.querySelector(
      '[aria-invalid="true"], [data-wrong="true"] input, [data-wrong][tabindex]',
    );
    if (!(wrong instanceof HTMLElement)) return;
    // The dialog's title floats over its top: what is wrong comes to the middle, with its label.
    wrong.focus({ preventScroll: true });
    wrong.scrollIntoView({ block: 'center' });
  });
}
