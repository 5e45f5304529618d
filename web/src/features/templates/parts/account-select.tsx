import { ACCOUNTS } from '@ledgerline/contract/rules';
import { NativeSelect } from '@mantine/core';
import { accountText } from '../template-display.ts';

/** Where the money goes: BFS or BFA. */
export function AccountSelect({ value, onChange }: { value: string; onChange: (account: string) => void }) {
  return (
    <NativeSelect
      label="Payment account"
      name="square_account"
      data={ACCOUNTS.map((account) => ({ value: account.value, label: accountText(account.value) }))}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
