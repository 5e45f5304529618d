import type { Invoice } from '@ledgerline/contract/invoices/schemas';
import { Alert, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { applyFooterOffset } from '../../../components/ui/footer-offset.ts';
import { GuardedModal, useDialogGuard } from '../../../components/ui/guarded-modal.tsx';
import { LeaveGuard } from '../../../components/ui/leave-guard.tsx';
import { Loaded, LoadingRows } from '../../../components/ui/loaded.tsx';
import type { Result } from '../../../components/ui/result-dialog.tsx';
import { FormButtons } from '../../../domain/editing/dialog-form.tsx';
import { dayIn } from '../../../domain/today.ts';
import { usePublicSettings } from '../../../lib/public-settings.ts';
import type { IdempotencyKeys } from '../../../lib/use-idempotency-key.ts';
import { useIsWide } from '../../../lib/use-is-wide.ts';
import { useInvoice } from '../api.ts';
import styles from '../invoice-dialog.module.css';
import { refOf } from '../invoice-display.ts';
import { TaxAndTotals } from '../tax-and-totals.tsx';
import type { Wording } from './invoice-check.ts';
import { InvoiceFields } from './invoice-fields.tsx';
import {
  type InvoiceDraft,
  type InvoiceValues,
  type LineValues,
  newLine,
  newValues,
  totalsOf,
  valuesOf,
} from './invoice-values.ts';
import { LinesEditor } from './lines-editor.tsx';
import { RecurringOptions } from './recurring-options.tsx';
import { scheduleSentence } from './schedule-sentence.ts';
import { startsSchedule, upcomingOf } from './upcoming-dates.ts';
import { type SavedInvoice, useInvoiceForm } from './use-invoice-form.ts';

/** A line item in template format. */
interface TemplateLine {
  description: string;
  unit_price_cents: number;
}

/** Line item templates belong to another feature, so the page injects them. */
export interface LineTemplates {
  picker: (props: { onChoose: (line: TemplateLine) => void; onClose: () => void }) => ReactNode;
  saver: (props: { description: string; price: string; onClose: () => void }) => ReactNode;
}

interface InvoiceFormDialogProps {
  /** The invoice to edit; null creates a new one. */
  invoiceId: number | null;
  /** Initial values of a new invoice. A preset client cannot be changed. */
  draft?: InvoiceDraft | undefined;
  /** Selects the validation messages: `list` for creation on the payments screen (decisions K10). */
  wording: Wording;
  templates: LineTemplates;
  /** Idempotency keys for new invoices, owned by the component that opens the form. */
  keys: IdempotencyKeys;
  onSaved: (saved: SavedInvoice) => void;
  onResult: (result: Result) => void;
  onClose: () => void;
}

/** On the payments screen, and on client and session pages (0§2). */
const NEW_TITLES: Record<Wording, string> = { list: 'New Invoice', full: 'Create Invoice' };

/** The invoice form, for new and existing invoices. */
export function InvoiceFormDialog(props: InvoiceFormDialogProps) {
  const { invoiceId, wording, onClose } = props;
  const isWide = useIsWide();
  return (
    <GuardedModal
      opened
      onClose={onClose}
      title={invoiceId === null ? NEW_TITLES[wording] : 'Edit Invoice'}
      size={820}
      fullScreen={!isWide}
    >
      {invoiceId === null ? (
        <FormBody {...props} invoice={null} />
      ) : (
        <StoredInvoice {...props} invoiceId={invoiceId} />
      )}
    </GuardedModal>
  );
}

/** The form starts from the first loaded version, so later changes elsewhere don't overwrite typed values. */
function StoredInvoice(props: InvoiceFormDialogProps & { invoiceId: number }) {
  const query = useInvoice(props.invoiceId);
  return (
    <Loaded
      query={query}
      failed="Failed to Load Invoice"
      loading={<LoadingRows rows={10} height={36} label="Loading the invoice" />}
    >
      {(invoice) => <FormBody {...props} invoice={invoice} />}
    </Loaded>
  );
}

function FormBody(props: InvoiceFormDialogProps & { invoice: Invoice | null }) {
  const { invoice, draft, templates, wording, keys, onResult, onSaved } = props;
  const [before] = useState(() => (invoice ? valuesOf(invoice) : newValues(draft)));
  const [choosing, setChoosing] = useState(false);
  const [lineToSave, setLineToSave] = useState<LineValues | null>(null);
  const form = useInvoiceForm({
    before,
    invoice,
    sessionId: draft?.session_id,
    wording,
    onSaved,
    onFailed: onResult,
    keys,
  });
  const { values, errors, change, isDirty, hasChanges } = form;
  const leave = useDialogGuard(hasChanges);
  const part = { values, errors, onChange: change };
  return (
    <>
      <form onSubmit={form.submit} noValidate>
        <Stack gap="md">
          <InvoiceFields
            {...part}
            isNew={invoice === null}
            isClientFixed={invoice !== null || draft?.customer_id !== undefined}
          />
          <RecurringOptions {...part} invoice={invoice} />
          <LinesEditor {...part} onTemplates={() => setChoosing(true)} onSaveTemplate={setLineToSave} />
          <TaxAndTotals {...part} />
          <Footer {...form} onCancel={leave} invoice={invoice} />
        </Stack>
      </form>
      {choosing &&
        templates.picker({
          onClose: () => setChoosing(false),
          onChoose: (line) => {
            change({ lines: withTemplate(values.lines, line) });
            setChoosing(false);
          },
        })}
      {lineToSave && templates.saver({ ...lineToSave, onClose: () => setLineToSave(null) })}
      <LeaveGuard isDirty={isDirty} />
    </>
  );
}

/** Fills the first blank line, or adds one. */
function withTemplate(lines: LineValues[], template: TemplateLine): LineValues[] {
  const filled = newLine(template);
  const free = lines.findIndex(({ description, price }) => description.trim() === '' && price === '');
  if (free < 0) return [...lines, filled];
  return lines.map((line, index) =>
    index === free ? { ...filled, key: line.key, quantity: line.quantity || '1' } : line,
  );
}

interface FooterProps extends Pick<ReturnType<typeof useInvoiceForm>, 'values' | 'errors' | 'isSaving'> {
  onCancel: () => void;
  invoice: Invoice | null;
}

function Footer({ values, errors, isSaving, onCancel, invoice }: FooterProps) {
  const isWrong = Object.keys(errors).length > 0;
  return (
    <Stack ref={applyFooterOffset} gap="xs" className={styles.footer ?? ''}>
      {isWrong && (
        <Alert color="red" py={8} role="alert">
          The invoice wasn’t saved. Correct the marked fields above.
        </Alert>
      )}
      <div>
        <ScheduleLine values={values} invoice={invoice} />
        <FormButtons save={labelOf(values, invoice)} isSaving={isSaving} onCancel={onCancel} />
      </div>
    </Stack>
  );
}

/** The label mentions the schedule that saving starts. */
function labelOf(values: InvoiceValues, invoice: Invoice | null): string {
  const verb = invoice
    ? `Save ${refOf(invoice)}`
    : values.send_immediately
      ? 'Create and Send Invoice'
      : 'Create Invoice';
  return startsSchedule(values, invoice) ? `${verb} and Schedule` : verb;
}

/** Summary above the button, always fully visible. */
function ScheduleLine({ values, invoice }: Pick<FooterProps, 'values' | 'invoice'>) {
  const { time_zone } = usePublicSettings();
  const coming = upcomingOf(values, invoice?.created_at ?? null, time_zone);
  const isShown = startsSchedule(values, invoice) && coming !== null;
  // Stays in place when empty, because screen readers don't announce a live region that appears together with its text.
  return (
    <Text size="sm" fw={500} ta="right" mb={isShown ? 'xs' : 0} role="status" aria-label="Summary">
      {isShown && sentenceOf({ values, invoice, next: coming.dates[0] ?? null, today: dayIn(time_zone) })}
    </Text>
  );
}

interface SentenceProps extends Pick<FooterProps, 'values' | 'invoice'> {
  next: string | null;
  today: string;
}

function sentenceOf({ values, invoice, next, today }: SentenceProps): string {
  return scheduleSentence({
    is_new: invoice === null,
    total_cents: totalsOf(values).total_cents,
    due: values.due_date !== null && values.due_date > today ? values.due_date : null,
    frequency: values.frequency,
    frequency_interval: Number(values.interval),
    end_date: values.end_date,
    total_payments: values.total_payments === '' ? null : Number(values.total_payments),
    next,
  });
}
