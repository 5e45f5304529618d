import { FormattedInput, type FormattedInputProps } from './formatted-input.tsx';
import { formatMoney } from './typed-formats.ts';

/** A dollar amount, grouped while typing or on paste. */
export function MoneyInput(props: FormattedInputProps) {
  return (
    <FormattedInput
      inputMode="decimal"
      leftSection="$"
      leftSectionWidth={28}
      classNames={{ input: 'tabular' }}
      {...props}
      format={formatMoney}
    />
  );
}
