import type { Template } from '@ledgerline/contract/templates/endpoints';
import { Box, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { formType } from '../../../domain/forms/form-type.ts';
import styles from './edit-template.module.css';
import { EditorSection } from './editor-section.tsx';
import { type OptionPrices, optionPriceText, vanishedPrices } from './option-prices.ts';

interface ItemizedCostsProps {
  template: Template;
  options: OptionPrices;
  error: ReactNode;
  onChange: (options: OptionPrices) => void;
}

/** Prices of the document's options: check boxes and list entries (0§3). */
export function ItemizedCosts({ template, options, error, onChange }: ItemizedCostsProps) {
  const { checkboxes, lists } = options;
  const vanishedCount = vanishedPrices(options, template.itemized_costs);
  const isEmpty = checkboxes.length === 0 && lists.length === 0;
  return (
    <EditorSection title="Itemized costs">
      {isEmpty && <NoOptions template={template} />}
      {checkboxes.length > 0 && (
        <PriceList
          title="Check boxes"
          options={checkboxes}
          onChange={(changed) => onChange({ ...options, checkboxes: changed })}
        />
      )}
      {lists.map((list, index) => {
        const change = (changes: Partial<typeof list>) =>
          onChange({ ...options, lists: lists.with(index, { ...list, ...changes }) });
        return (
          <Stack key={list.label} gap={6}>
            <PriceList title={list.label} options={list.items} onChange={(items) => change({ items })} />
            <RequiredBox
              list={list.label}
              boxes={checkboxes.map(({ label }) => label)}
              value={list.required}
              onChange={(required) => change({ required })}
            />
          </Stack>
        );
      })}
      {vanishedCount > 0 && (
        <Text size="xs" c="dimmed">
          {vanishedCount === 1 ? '1 stored price belongs' : `${vanishedCount} stored prices belong`} to
          options that the document no longer has. They are stored but not charged.
        </Text>
      )}
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
    </EditorSection>
  );
}

function NoOptions({ template }: { template: Template }) {
  return (
    <Text size="sm" c="dimmed">
      {formType(template.type) === 'DocuSign'
        ? 'The document has no check boxes or lists. Sync Templates reads them again after a change.'
        : 'Options with prices come from the check boxes and lists of e-signature documents. This form charges only its base cost.'}
    </Text>
  );
}

interface PriceListProps {
  title: string;
  options: OptionPrices['checkboxes'];
  onChange: (options: OptionPrices['checkboxes']) => void;
}

function PriceList({ title, options, onChange }: PriceListProps) {
  const titleId = useId();
  return (
    <fieldset aria-labelledby={titleId}>
      <Text size="sm" fw={500} id={titleId} mb={4} style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Text>
      <Stack gap={4}>
        {options.map((option, index) => (
          <Group key={option.label} gap="sm" wrap="nowrap">
            <Box component="span" flex={1} miw={0} fz="sm" style={{ overflowWrap: 'anywhere' }}>
              {option.label}
            </Box>
            <TextInput
              size="xs"
              className={styles.price ?? ''}
              classNames={{ input: 'tabular' }}
              aria-label={`Price of ${option.label}`}
              inputMode="decimal"
              placeholder="0.00"
              leftSection="$"
              autoComplete="off"
              value={option.price}
              onChange={(event) =>
                onChange(
                  options.with(index, { ...option, price: optionPriceText(event.currentTarget.value) }),
                )
              }
            />
          </Group>
        ))}
      </Stack>
    </fieldset>
  );
}

interface RequiredBoxProps {
  list: string;
  boxes: readonly string[];
  value: string;
  onChange: (label: string) => void;
}

/** The check box required for a list's prices to count (TE-111). */
function RequiredBox({ list, boxes, value, onChange }: RequiredBoxProps) {
  const isGone = value !== '' && !boxes.includes(value);
  if (boxes.length === 0 && !isGone) return null;
  return (
    <NativeSelect
      size="xs"
      label={`Required check box of ${list}`}
      description="The list is charged only when this box is checked."
      data={[
        { value: '', label: 'None' },
        ...boxes.map((label) => ({ value: label, label })),
        ...(isGone ? [{ value, label: `${value} (no longer in the document)` }] : []),
      ]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
