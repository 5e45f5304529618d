import { lineTotalCents, MIN_QUANTITY, moneyDisplay, QUANTITY_STEP } from '@ledgerline/contract/rules';
import { ActionIcon, Button, Group, Text, TextInput, Title } from '@mantine/core';
import { IconBookmarkPlus, IconPlus, IconTemplate, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useIsWide } from '../../../lib/use-is-wide.ts';
import styles from '../invoice-dialog.module.css';
import { AmountInput } from './amount-input.tsx';
import type { FormPartProps } from './form-part.ts';
import { type LineValues, lineOf, newLine } from './invoice-values.ts';

interface LinesEditorProps extends FormPartProps {
  onTemplates: () => void;
  /** Saves a line as a template. */
  onSaveTemplate: (line: LineValues) => void;
}

const MAX_LINES = 200;

/** The line items of the invoice form, each with its rounded total. */
export function LinesEditor({ values, errors, onChange, onTemplates, onSaveTemplate }: LinesEditorProps) {
  const { lines } = values;
  const changeLine = (key: string, changes: Partial<LineValues>) =>
    onChange({ lines: lines.map((line) => (line.key === key ? { ...line, ...changes } : line)) });
  const { grid, focusNext } = useLineFocus(lines);
  const add = () => {
    focusNext('input', lines.length);
    onChange({ lines: [...lines, newLine()] });
  };
  const remove = (key: string) => {
    const left = lines.filter((line) => line.key !== key);
    focusNext(
      '[data-remove]',
      lines.findIndex((line) => line.key === key),
    );
    onChange({ lines: left.length > 0 ? left : [newLine()] });
  };
  return (
    <fieldset aria-label="Line items">
      <Title order={3} className={styles.section ?? ''} mb="xs">
        Line items
      </Title>
      <div className={styles.lineGrid} ref={grid}>
        {HEADS.map((head) => (
          <span key={head} className={styles.lineHeader} aria-hidden>
            {head}
          </span>
        ))}
        {lines.map((line, index) => (
          <LineRow
            key={line.key}
            line={line}
            index={index}
            errors={errors}
            onChange={(changes) => changeLine(line.key, changes)}
            onRemove={() => remove(line.key)}
            onSaveTemplate={() => onSaveTemplate(line)}
          />
        ))}
      </div>
      {errors.line_items && (
        <Text size="sm" c="var(--mantine-color-error)" mt={6} role="alert" tabIndex={-1} data-wrong>
          {errors.line_items}
        </Text>
      )}
      <Text size="xs" c="dimmed" mt={6}>
        For a credit or discount, enter a negative unit price, such as -25.00.
      </Text>
      <Group gap="xs" mt="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={15} aria-hidden />}
          disabled={lines.length >= MAX_LINES}
          onClick={add}
        >
          Add Line
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTemplate size={15} aria-hidden />}
          onClick={onTemplates}
        >
          Line Item Templates
        </Button>
      </Group>
    </fieldset>
  );
}

/** Focuses a new line's description. After a removal, focuses the next Remove button. */
function useLineFocus(lines: readonly LineValues[]) {
  const grid = useRef<HTMLDivElement>(null);
  const focusTarget = useRef<{ part: string; index: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the target exists only after the lines render
  useEffect(() => {
    if (focusTarget.current === null) return;
    const { part, index } = focusTarget.current;
    focusTarget.current = null;
    const rows = [...(grid.current?.querySelectorAll('[data-line]') ?? [])];
    rows[Math.min(index, rows.length - 1)]?.querySelector<HTMLElement>(part)?.focus();
  }, [lines]);
  const focusNext = (part: string, index: number) => {
    focusTarget.current = { part, index };
  };
  return { grid, focusNext };
}

const HEADS = ['Description', 'Quantity', 'Unit price', 'Total', ''];

interface LineRowProps extends Pick<FormPartProps, 'errors'> {
  line: LineValues;
  index: number;
  onChange: (changes: Partial<LineValues>) => void;
  onRemove: () => void;
  onSaveTemplate: () => void;
}

function LineRow({ line, index, errors, onChange, onRemove, onSaveTemplate }: LineRowProps) {
  const number = index + 1;
  // Without column headers, each input needs its own label.
  const isWide = useIsWide();
  const labeled = (label: string) => (isWide ? {} : { label });
  const errorOf = (field: string) => errors[`line_items.${index}.${field}`];
  return (
    <div className={styles.line} data-line>
      <TextInput
        {...labeled('Description')}
        aria-label={`Description of line ${number}`}
        placeholder="Description"
        maxLength={500}
        value={line.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
        error={errorOf('description')}
      />
      <TextInput
        type="number"
        {...labeled('Quantity')}
        aria-label={`Quantity of line ${number}`}
        inputMode="decimal"
        min={MIN_QUANTITY}
        step={QUANTITY_STEP}
        classNames={{ input: 'tabular' }}
        value={line.quantity}
        onChange={(event) => onChange({ quantity: event.currentTarget.value })}
        error={errorOf('quantity')}
      />
      <AmountInput
        {...labeled('Unit price')}
        aria-label={`Unit price of line ${number}`}
        placeholder="0.00"
        isSigned
        value={line.price}
        onChange={(price) => onChange({ price })}
        error={errorOf('unit_price_cents')}
      />
      <output className={styles.lineTotal} aria-label={`Total of line ${number}`}>
        {moneyDisplay(lineTotalCents(lineOf(line)))}
      </output>
      <Group component="span" gap={2} align="stretch" wrap="nowrap" justify="flex-end" pt={4}>
        <ActionIcon
          aria-label={`Save line ${number} as template`}
          title="Save as template"
          onClick={onSaveTemplate}
        >
          <IconBookmarkPlus size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={`Remove line ${number}`} title="Remove" data-remove onClick={onRemove}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </div>
  );
}
