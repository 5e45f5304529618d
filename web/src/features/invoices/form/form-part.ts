import type { InvoiceErrors } from './invoice-check.ts';
import type { Change, InvoiceValues } from './invoice-values.ts';

/** What every part of the invoice form gets. */
export interface FormPartProps {
  values: InvoiceValues;
  errors: InvoiceErrors;
  onChange: Change;
}
