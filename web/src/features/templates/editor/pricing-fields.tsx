import {
  MAX_BASE_COST_DOLLARS,
  MONEY_STEP_DOLLARS,
  PAYMENT_FREQUENCIES,
  SALES_TAX_RATE,
} from '@ledgerline/contract/rules';
import { NativeSelect, SimpleGrid, Switch, TextInput } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { AccountSelect } from '../adding/account-select.tsx';
import { EditorSection } from './editor-section.tsx';
import type { TemplateValues } from './template-values.ts';

interface PricingFieldsProps {
  values: TemplateValues;
  errors: FormErrors;
  onChange: (changes: Partial<TemplateValues>) => void;
}

/** Price, billing frequency and account of the form. */
export function PricingFields({ values, errors, onChange }: PricingFieldsProps) {
  return (
    <EditorSection title="Pricing and payment">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label="Base cost"
          name="base_cost"
          type="number"
          inputMode="decimal"
          min={0}
          max={MAX_BASE_COST_DOLLARS}
          step={MONEY_STEP_DOLLARS}
          leftSection="$"
          leftSectionWidth={28}
          classNames={{ input: 'tabular' }}
          value={values.base_cost}
          onChange={(event) => onChange({ base_cost: event.currentTarget.value })}
          error={errors.base_cost}
          errorProps={{ role: 'alert' }}
        />
        <NativeSelect
          label="Payment frequency"
          name="payment_frequency"
          data={PAYMENT_FREQUENCIES.map(({ value, label }) => ({ value, label }))}
          value={values.payment_frequency}
          onChange={(event) => onChange({ payment_frequency: event.currentTarget.value })}
        />
      </SimpleGrid>
      <AccountSelect
        value={values.square_account}
        onChange={(square_account) => onChange({ square_account })}
        error={errors.square_account}
      />
      <Switch
        label={`Include sales tax (${Math.round(SALES_TAX_RATE * 100)}%)`}
        checked={values.include_sales_tax}
        onChange={(event) => onChange({ include_sales_tax: event.currentTarget.checked })}
      />
    </EditorSection>
  );
}
