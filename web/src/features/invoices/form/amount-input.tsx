import { TextInput, type TextInputProps } from '@mantine/core';
import { moneyTyped } from '../money-typed.ts';

interface AmountInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value?: string;
  onChange: (text: string) => void;
}

/** An amount in dollars; takes digits and one decimal point only (1§5). */
export function AmountInput({ value = '', onChange, ...rest }: AmountInputProps) {
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      leftSection="$"
      leftSectionWidth={26}
      classNames={{ input: 'tabular' }}
      {...rest}
      value={value}
      onChange={(event) => onChange(moneyTyped(event.currentTarget.value))}
    />
  );
}
