import { FormattedInput, type FormattedInputProps } from './formatted-input.tsx';
import { formatPhone } from './typed-formats.ts';

/** A phone number, formatted as typed or pasted. */
export function PhoneInput(props: FormattedInputProps) {
  return <FormattedInput type="tel" inputMode="tel" {...props} format={formatPhone} />;
}
