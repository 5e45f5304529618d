import { pastedPhone } from '@ledgerline/contract/rules';
import { FormattedInput, type FormattedInputProps } from './formatted-input.tsx';
import { formatPhone } from './typed-formats.ts';

/**
 * A phone number, formatted while typing or on paste; a pasted one may have separators of other programs (decisions
 * O9).
 */
export function PhoneInput(props: FormattedInputProps) {
  return (
    <FormattedInput type="tel" inputMode="tel" {...props} format={formatPhone} readPasted={pastedPhone} />
  );
}
