import { pastedPhone } from '@ledgerline/contract/rules';
import { TextInput, type TextInputProps } from '@mantine/core';
import type { ChangeEvent, ClipboardEvent } from 'react';
import { formatMoney, formatPhone } from './typed-formats.ts';

export interface FormattedInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> {
  value?: string | number | null | undefined;
  /** The displayed text; `parseFieldValue` of the contract parses it. */
  onChange: (text: string) => void;
}

interface Props extends FormattedInputProps {
  format: (text: string) => string;
  /** Preprocesses pasted text before it is formatted. */
  readPasted?: (text: string) => string;
}

/**
 * Formats input as it is typed: while the caret is at the end, and on blur, so that the caret never jumps during a
 * correction in the middle. Unparseable text stays as typed.
 */
export function FormattedInput({ value, onChange, format, readPasted, onBlur, ...rest }: Props) {
  const text = value === null || value === undefined ? '' : String(value);
  function change(event: ChangeEvent<HTMLInputElement>) {
    const { value: typed, selectionStart } = event.currentTarget;
    const appends = typed.length > text.length && selectionStart === typed.length;
    onChange(appends ? format(typed) : typed);
  }
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    const replacesAll = input.selectionStart === 0 && input.selectionEnd === input.value.length;
    if (!replacesAll) return;
    event.preventDefault();
    const pasted = event.clipboardData.getData('text').trim();
    onChange(format(readPasted?.(pasted) ?? pasted));
  }
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      value={text}
      onChange={change}
      onPaste={paste}
      onBlur={(event) => {
        const formatted = format(text);
        if (formatted !== text) onChange(formatted);
        onBlur?.(event);
      }}
    />
  );
}

/**
 * A phone number, formatted while typing or on paste; a pasted one may have separators of other programs (decisions
 * O9).
 */
export function PhoneInput(props: FormattedInputProps) {
  return (
    <FormattedInput type="tel" inputMode="tel" {...props} format={formatPhone} readPasted={pastedPhone} />
  );
}

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
