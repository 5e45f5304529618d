import { FormattedInput, type FormattedInputProps } from './formatted-input.tsx';
import { formatMoney } from './typed-formats.ts';

/** An amount in dollars, grouped as typed or pasted. */
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
