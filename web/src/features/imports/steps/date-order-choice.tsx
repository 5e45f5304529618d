import { DATE_ORDERS } from '@ledgerline/contract/rules';
import { Radio, Stack } from '@mantine/core';
import type { ImportChoices } from './use-choices.ts';

const LABELS = {
  mdy: 'Month first: 03/04/1980 is March 4, 1980',
  dmy: 'Day first: 03/04/1980 is April 3, 1980',
} as const;

interface DateOrderChoiceProps {
  choices: ImportChoices;
  onChange: (change: Partial<ImportChoices>) => void;
}

/** Lets the user choose the date format if the file is ambiguous. */
export function DateOrderChoice({ choices, onChange }: DateOrderChoiceProps) {
  return (
    <Radio.Group
      label="Date format of this file"
      description="The dates in this file fit both formats or contradict each other. Compare with a date you know."
      value={choices.date_order ?? ''}
      onChange={(value) => onChange({ date_order: DATE_ORDERS.find((order) => order === value) ?? null })}
    >
      <Stack gap="xs" mt={8}>
        {DATE_ORDERS.map((order) => (
          <Radio key={order} value={order} label={LABELS[order]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
