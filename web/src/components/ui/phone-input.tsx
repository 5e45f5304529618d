import { pastedPhone } from '@ledgerline/contract/rules';
import { FormattedInput, type FormattedInputProps } from './formatted-input.tsx';
import { formatPhone } from './typed-formats.ts';

/** A phone number, formatted as typed or pasted; a pasted one may have the separators of other programs (decisions O9). */
export function PhoneInput(props: FormattedInputProps) {
  return (
    <FormattedInput type="tel" inputMode="tel" {...props} format={formatPhone} readPasted={pastedPhone} />
  );
}
