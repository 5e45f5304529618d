import type { FieldError } from '@ledgerline/contract/errors';
import type { Invoice } from '@ledgerline/contract/invoices/schemas';
import type { FormErrors } from '@mantine/form';
import type { Result } from '../../../components/ui/result-dialog.tsx';
import { useEditing } from '../../../domain/editing/use-editing.ts';
import { dayIn } from '../../../domain/today.ts';
import { errorMessageOf, isRejection, wrongFields } from '../../../lib/api-error.ts';
import { usePublicSettings } from '../../../lib/public-settings.ts';
import { type IdempotencyKeys, useIdempotencyKey } from '../../../lib/use-idempotency-key.ts';
import { useCreateInvoice, useUpdateInvoice } from '../api.ts';
import { bodyOf, invoiceErrors, type Wording } from './invoice-check.ts';
import { type InvoiceValues, isBlank } from './invoice-values.ts';

export interface SavedInvoice {
  invoice: Invoice;
  isNew: boolean;
  /** Sending was requested, but email and phone are missing (decisions K27). */
  isContactRequired: boolean;
  /** Sending was requested, but the invoice is still a draft. */
  isUnsent: boolean;
  /** The server's message about sending. */
  message?: string | undefined;
}

interface FormOptions {
  before: InvoiceValues;
  /** null creates a new invoice. */
  invoice: Invoice | null;
  sessionId: number | undefined;
  wording: Wording;
  onSaved: (saved: SavedInvoice) => void;
  onFailed: (result: Result) => void;
  /**
   * Idempotency keys for new invoices. They outlive the form, so that reopening it after a lost response does not
   * create a duplicate.
   */
  keys: IdempotencyKeys;
}

/** State of the invoice form. */
export function useInvoiceForm(options: FormOptions) {
  const { before, invoice, wording, onSaved, onFailed } = options;
  const { time_zone } = usePublicSettings();
  const write = useWriting(options);
  const editing = useEditing({
    start: before,
    check(values) {
      const createdOn = dayIn(time_zone, invoice ? new Date(invoice.created_at) : new Date());
      return invoiceErrors(values, { before, createdOn, wording });
    },
    // Notify even if the form was closed in the meantime.
    async send(values) {
      try {
        onSaved(await write(values));
      } catch (error) {
        onFailed(savingFailure(error, { isNew: invoice === null }));
        throw error;
      }
    },
    toFieldErrors: (error, values) => inForm(wrongFields(error), values),
  });
  const { form } = editing;
  function change(changes: Partial<InvoiceValues>) {
    form.setValues(changes);
    form.setErrors((errors) => withoutFields(errors, Object.keys(changes)));
  }
  return { ...editing, values: form.values, errors: form.errors, change };
}

/**
 * Creates or updates the invoice with one idempotency key per content. A new invoice is not created twice even if other
 * content was tried in between.
 */
function useWriting({ invoice, sessionId, keys }: FormOptions) {
  const create = useCreateInvoice();
  const update = useUpdateInvoice(invoice?.id ?? 0);
  const keyOf = useIdempotencyKey();

  return async (values: InvoiceValues): Promise<SavedInvoice> => {
    const body = bodyOf(values);
    if (invoice) {
      const changed = await update.mutateAsync({ body, idempotencyKey: keyOf(body) });
      return { invoice: changed, isNew: false, isContactRequired: false, isUnsent: false };
    }
    const { send_immediately } = values;
    const createBody = {
      ...body,
      send_immediately,
      ...(sessionId === undefined ? {} : { session_id: sessionId }),
    };
    const { data, contact_required, message } = await create.mutateAsync({
      body: createBody,
      idempotencyKey: keys.keyOf(createBody),
    });
    keys.forget();
    const isUnsent = send_immediately && data.status === 'draft' && !contact_required;
    return { invoice: data, isNew: true, isContactRequired: contact_required, isUnsent, message };
  };
}

/** Clears errors of changed fields. Any line change clears all line and total errors. */
function withoutFields(errors: FormErrors, changed: string[]): FormErrors {
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

/** The server indexes only submitted lines; the form also counts blank ones. */
function inForm(fields: FieldError[], { lines }: InvoiceValues): FormErrors {
  const indexes = lines.flatMap((line, index) => (isBlank(line) ? [] : [index]));
  return Object.fromEntries(
    fields.map(({ path, message }) => {
      const [head, index, field] = path.split('.');
      const isLine = head === 'line_items' && index !== undefined && field !== undefined;
      return [isLine ? `line_items.${indexes[Number(index)] ?? index}.${field}` : path, message];
    }),
  );
}

const CREATE_FAILED = 'Failed to create invoice. Please try again.';
const SAFE = 'Trying again is safe';

/** Why an invoice was not saved. If the response was lost, says that the result is unknown. */
function savingFailure(error: unknown, { isNew }: { isNew: boolean }): Result {
  if (!isRejection(error)) return notKnown(error, isNew);
  const why = error instanceof Error ? error.message : '';
  const failed = { type: 'error', title: 'Failed to Save Invoice' } as const;
  if (!isNew) return { ...failed, message: why };
  return { ...failed, message: CREATE_FAILED, ...(why ? { details: why } : {}) };
}

function notKnown(error: unknown, isNew: boolean): Result {
  const message = isNew
    ? `We couldn’t confirm whether the invoice was created. ${SAFE}: unless you change something, it is created only once.`
    : `We couldn’t confirm whether the changes were saved. ${SAFE}.`;
  const serverMessage = errorMessageOf(error);
  return {
    type: 'warning',
    title: 'Couldn’t Confirm the Result',
    message,
    ...(serverMessage ? { details: serverMessage } : {}),
  };
}
