import { ACCOUNTS, accountNamed } from '@ledgerline/contract/rules';
import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { accountText } from '../template-display.ts';

interface AccountSelectProps {
  value: string;
  onChange: (account: string) => void;
  error?: ReactNode;
}

const CHOICES = ACCOUNTS.map(({ value }) => ({ value, label: accountText(value) }));

/** The payment account. A stored template without one shows that until one is selected (decisions O16). */
export function AccountSelect({ value, onChange, error }: AccountSelectProps) {
  const isKnown = accountNamed(value) !== undefined;
  return (
    <NativeSelect
      label="Payment account"
      name="square_account"
      data={isKnown ? CHOICES : [{ value, label: 'Please choose' }, ...CHOICES]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      errorProps={{ role: 'alert' }}
    />
  );
}
