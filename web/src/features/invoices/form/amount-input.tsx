import { TextInput, type TextInputProps } from '@mantine/core';
import { moneyTyped, signedMoneyTyped } from '../money-typed.ts';

interface AmountInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value?: string;
  onChange: (text: string) => void;
  /** Allows a leading minus sign, for a credit. */
  isSigned?: boolean;
}

/** An amount in dollars. Accepts only digits and one decimal point (1§5). */
export function AmountInput({ value = '', onChange, isSigned = false, ...rest }: AmountInputProps) {
  const typed = isSigned ? signedMoneyTyped : moneyTyped;
  return (
    <TextInput
      // The decimal keyboard of phones has no minus sign.
      inputMode={isSigned ? 'text' : 'decimal'}
      autoComplete="off"
      leftSection="$"
      leftSectionWidth={26}
      classNames={{ input: 'tabular' }}
      {...rest}
      value={value}
      onChange={(event) => onChange(typed(event.currentTarget.value))}
    />
  );
}
