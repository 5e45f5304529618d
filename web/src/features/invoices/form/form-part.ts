import type { FormErrors } from '@mantine/form';
import type { Change, InvoiceValues } from './invoice-values.ts';

/** Props of every part of the invoice form. */
export interface FormPartProps {
  values: InvoiceValues;
  errors: FormErrors;
  onChange: Change;
}
