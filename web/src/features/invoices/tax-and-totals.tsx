import { isCreditLine, moneyDisplay, TAX_RATE_STEP } from '@ledgerline/contract/rules';
import { Group, Switch, Text, TextInput } from '@mantine/core';
import type { FormPartProps } from './form/form-part.ts';
import { lineOf, totalsOf } from './form/invoice-values.ts';
import styles from './invoice-dialog.module.css';

/** Tax input and live totals. */
export function TaxAndTotals({ values, errors, onChange }: FormPartProps) {
  const { subtotal_cents, tax_cents, total_cents } = totalsOf(values);
  const isNothingDue = total_cents === 0 && values.lines.map(lineOf).some(isCreditLine);
  const percent = Number((Number(values.tax_rate) * 100).toFixed(4));
  const sums = [
    ['Subtotal', subtotal_cents],
    [values.is_tax_enabled ? `Tax (${percent}%)` : 'Tax', tax_cents],
  ] as const;
  return (
    <div className={styles.pair}>
      <Group gap="sm" align="flex-end">
        <TextInput
          type="number"
          label="Tax rate"
          w={110}
          inputMode="decimal"
          min={0}
          max={1}
          step={TAX_RATE_STEP}
          classNames={{ input: 'tabular' }}
          disabled={!values.is_tax_enabled}
          value={values.tax_rate}
          onChange={(event) => onChange({ tax_rate: event.currentTarget.value })}
          error={errors.tax_rate}
        />
        <Switch
          label="Charge tax"
          mb={8}
          checked={values.is_tax_enabled}
          onChange={(event) => onChange({ is_tax_enabled: event.currentTarget.checked })}
        />
      </Group>
      <div>
        <dl className={styles.sums} aria-live="polite">
          {sums.map(([name, cents]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{moneyDisplay(cents)}</dd>
            </div>
          ))}
          <div className={styles.total}>
            <dt>Total</dt>
            <dd>{moneyDisplay(total_cents)}</dd>
          </div>
        </dl>
        {isNothingDue && !errors.amount && (
          <Text size="sm" c="dimmed" ta="right" mt={4} role="status">
            Nothing to pay. Once it is sent, the invoice is paid and can’t be changed.
          </Text>
        )}
        {errors.amount && (
          <Text
            size="sm"
            c="var(--mantine-color-error)"
            ta="right"
            mt={4}
            role="alert"
            tabIndex={-1}
            data-wrong
          >
            {errors.amount}
          </Text>
        )}
      </div>
    </div>
  );
}
