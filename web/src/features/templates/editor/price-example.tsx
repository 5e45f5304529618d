import {
  dollarsToCents,
  moneyDisplay,
  SALES_TAX_RATE,
  selectedItemsTotals,
} from '@ledgerline/contract/rules';
import { Checkbox, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import styles from './edit-template.module.css';
import { EditorSection } from './editor-section.tsx';
import { itemizedCosts } from './option-prices.ts';
import { costCents, type TemplateValues } from './template-values.ts';

/** An example price of the form: selectable options, and the total with tax, in cents (0§9). */
export function PriceExample({ values }: { values: TemplateValues }) {
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const { checkboxes, lists } = values.options;
  const tick = (label: string, isOn: boolean) =>
    setTicked(isOn ? [...ticked, label] : ticked.filter((one) => one !== label));
  return (
    <EditorSection title="Price example">
      <Stack gap={6}>
        {checkboxes.map(({ label }) => (
          <Checkbox
            key={label}
            size="xs"
            label={label}
            checked={ticked.includes(label)}
            onChange={(event) => tick(label, event.currentTarget.checked)}
          />
        ))}
        {lists.map(({ label, items, required }) => (
          <NativeSelect
            key={label}
            size="xs"
            label={label}
            description={
              required && !ticked.includes(required) ? `Charged only if “${required}” is checked.` : undefined
            }
            data={[{ value: '', label: 'Nothing chosen' }, ...items.map((item) => item.label)]}
            value={chosen.get(label) ?? ''}
            onChange={(event) => setChosen(new Map(chosen).set(label, event.currentTarget.value))}
          />
        ))}
      </Stack>
      <Sums values={values} ticked={ticked} chosen={chosen} />
    </EditorSection>
  );
}

interface SumsProps {
  values: TemplateValues;
  ticked: readonly string[];
  chosen: ReadonlyMap<string, string>;
}

function Sums({ values, ticked, chosen }: SumsProps) {
  const base_cents = costCents(values.base_cost) ?? 0;
  const { items, selected_items_cents, tax_cents, total_cents } = selectedItemsTotals({
    itemized_costs: itemizedCosts(values.options, null),
    choices: {
      checkboxTabs: Object.fromEntries(ticked.map((label) => [label, true])),
      listTabs: Object.fromEntries(chosen),
    },
    base_cents,
    include_sales_tax: values.include_sales_tax,
  });
  return (
    <dl className={styles.sums} aria-label="Price example" aria-live="polite">
      <Line name="Base cost" cents={base_cents} />
      {items.map(({ kind, label, item, price }) => (
        <Line
          key={`${kind} ${label}`}
          name={item ? `${label}: ${item}` : label}
          cents={dollarsToCents(price)}
        />
      ))}
      <Line name="Subtotal" cents={base_cents + selected_items_cents} isSum />
      {values.include_sales_tax && (
        <Line name={`Sales tax (${Math.round(SALES_TAX_RATE * 100)}%)`} cents={tax_cents} />
      )}
      <Line name="Total" cents={total_cents} isSum />
    </dl>
  );
}

function Line({ name, cents, isSum = false }: { name: string; cents: number; isSum?: boolean }) {
  return (
    <div className={styles.sum} data-sum={isSum || undefined}>
      <Text component="dt" size="sm" style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      <Text component="dd" size="sm" m={0} className="tabular">
        {moneyDisplay(cents)}
      </Text>
    </div>
  );
}
