import { parseMoneyCents } from '@ledgerline/contract/rules';
import {
  COMMISSION_BASES,
  COMMISSION_BASIS_LABELS,
  type CommissionBasis,
  type CommissionRate,
} from '@ledgerline/contract/rules/commissions';
import { Select, SimpleGrid, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { MoneyInput } from '../../components/ui/formatted-input.tsx';

/** A rate while it is entered; the amount as typed, in percent or dollars. */
export interface RateValues {
  basis: CommissionBasis;
  amount: string;
}

export const valuesOfRate = (rate: CommissionRate | null): RateValues => ({
  basis: rate?.basis ?? 'percent',
  amount: rate ? String(rate.amount / 100) : '',
});

const amountOf = ({ amount }: RateValues): number | null => parseMoneyCents(amount.replace('%', ''));

export function rateErrors(values: RateValues) {
  const example = values.basis === 'percent' ? 'percentage such as 4.5' : 'dollar amount such as 18.50';
  return { amount: amountOf(values) === null && `Must be a ${example}` };
}

/** Percent and dollars both have two decimals: basis points and cents. */
export const rateOfValues = (values: RateValues): CommissionRate => ({
  basis: values.basis,
  amount: amountOf(values) ?? 0,
});

interface RateFieldsProps {
  values: RateValues;
  error: ReactNode;
  onChange: (changes: Partial<RateValues>) => void;
}

const CHOICES = COMMISSION_BASES.map((value) => ({ value, label: COMMISSION_BASIS_LABELS[value] }));

export function RateFields({ values, error, onChange }: RateFieldsProps) {
  const amount = { label: 'Amount', required: true, value: values.amount, error };
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <Select
        label="Commission"
        allowDeselect={false}
        data={CHOICES}
        value={values.basis}
        onChange={(chosen) =>
          onChange({ basis: COMMISSION_BASES.find((basis) => basis === chosen) ?? 'flat' })
        }
      />
      {values.basis === 'percent' ? (
        <TextInput
          {...amount}
          autoComplete="off"
          inputMode="decimal"
          rightSection="%"
          onChange={(event) => onChange({ amount: event.currentTarget.value })}
        />
      ) : (
        <MoneyInput {...amount} onChange={(text) => onChange({ amount: text })} />
      )}
    </SimpleGrid>
  );
}
