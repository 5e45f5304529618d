import { FormattedInput, type FormattedInputProps } from './formatted-input.tsx';
import { formatSsn } from './typed-formats.ts';

/** A social security number, formatted as typed or pasted. */
export function SsnInput(props: FormattedInputProps) {
  return (
    <FormattedInput
      inputMode="numeric"
      spellCheck={false}
      classNames={{ input: 'tabular' }}
      {...props}
      format={formatSsn}
    />
  );
}
