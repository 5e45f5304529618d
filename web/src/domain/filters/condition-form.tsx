import {
  conditionProblem,
  FILTER_OPERATORS,
  type FilterOperator,
  operatorNamed,
  operatorsOf,
} from '@ledgerline/contract/rules/filter-operators';
import type { FilterCondition, FilterField } from '@ledgerline/contract/rules/filters';
import { Button, Group, Select, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { SearchSelect } from '../../components/ui/search-select.tsx';
import { ConditionValues } from './condition-values.tsx';

export type FilterFields = ReadonlyMap<string, FilterField>;

interface ConditionFormProps {
  fields: FilterFields;
  /** The condition to change; a new one by default. */
  initial?: FilterCondition;
  onApply: (condition: FilterCondition) => void;
  /** Offered for an existing condition: adds another one to its group. */
  group?: { label: string; onAdd: () => void };
}

/** One condition: a field, an operator of its kind, and values. */
export function ConditionForm({ fields, initial, onApply, group }: ConditionFormProps) {
  const [condition, setCondition] = useState<FilterCondition | null>(initial ?? null);
  const [problem, setProblem] = useState<string | null>(null);
  const fieldInput = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The popover moves the focus only when it opens, not when it shows another form.
    if (!initial) fieldInput.current?.focus();
  }, [initial]);
  const field = condition ? fields.get(condition.field) : undefined;
  const change = (next: FilterCondition) => {
    setProblem(null);
    setCondition(next);
  };
  const chooseField = (name: string | null) => {
    const chosen = fields.get(name ?? '');
    const [op] = chosen ? operatorsOf(chosen) : [];
    if (chosen && op) change({ field: chosen.name, op, values: [] });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // Rendered inside a page that may be a form.
        event.stopPropagation();
        const entered = condition && withPlainAmounts(condition, field);
        const found = entered ? conditionProblem(entered, field) : 'Choose a field.';
        setProblem(found);
        if (entered && !found) onApply(entered);
      }}
    >
      <Stack gap="xs">
        <SearchSelect
          ref={fieldInput}
          label="Field"
          placeholder="Choose a field"
          nothingFoundMessage="No matching fields"
          data-autofocus={!initial || undefined}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          maxDropdownHeight={260}
          data={groupsOf(fields)}
          value={field?.name ?? null}
          error={condition && !field ? problem : condition ? null : problem}
          onChange={chooseField}
        />
        {condition && field && (
          <>
            <Select
              label="Condition"
              allowDeselect={false}
              comboboxProps={{ withinPortal: false }}
              data={operatorsOf(field).map((op) => ({ value: op, label: FILTER_OPERATORS[op].label }))}
              value={condition.op}
              onChange={(value) => {
                const op = operatorsOf(field).find((each) => each === value);
                if (op) change({ ...condition, op, values: valuesFor(condition, op) });
              }}
            />
            <ConditionValues
              key={`${field.name} ${operatorNamed(condition.op).arity}`}
              field={field}
              condition={condition}
              hasFocus={!initial}
              error={problem}
              onChange={(values) => change({ ...condition, values })}
            />
          </>
        )}
        <Group justify="space-between" gap="xs">
          {group ? (
            <Button variant="subtle" size="sm" onClick={group.onAdd}>
              {group.label}
            </Button>
          ) : (
            <span />
          )}
          <Button type="submit" size="sm">
            {initial ? 'Apply' : 'Add Filter'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Amounts without the signs and separators that people type: '$1,250', '5%'. */
function withPlainAmounts(condition: FilterCondition, field: FilterField | undefined): FilterCondition {
  if (field?.kind !== 'money' && field?.kind !== 'number') return condition;
  return { ...condition, values: condition.values.map((value) => value.replaceAll(/[$%,\s]/g, '')) };
}

/** Keeps values of the same kind; only the first one if the new operator takes one. */
function valuesFor({ op: old, values }: FilterCondition, op: FilterOperator): string[] {
  const isDays = (each: string) => operatorNamed(each).label.includes('…');
  if (isDays(old) !== isDays(op) || FILTER_OPERATORS[op].arity === 0) return [];
  return FILTER_OPERATORS[op].arity === 1 ? values.slice(0, 1) : values;
}

function groupsOf(fields: FilterFields) {
  const groups = Map.groupBy(fields.values(), ({ group }) => group);
  return [...groups].map(([group, members]) => ({
    group,
    items: members.map(({ name, label }) => ({ value: name, label })),
  }));
}
