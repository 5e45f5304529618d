import type { FormErrors } from '@mantine/form';
import type { Change, InvoiceValues } from './invoice-values.ts';

/** What every part of the invoice form gets. */
export interface FormPartProps {
  values: InvoiceValues;
  errors: FormErrors;
  onChange: Change;
}
