import { dateDisplay } from '@ledgerline/contract/rules';
import {
  conditionProblem,
  filterProblem,
  MAX_FILTER_CONDITIONS,
  operatorNamed,
} from '@ledgerline/contract/rules/filter-operators';
import {
  conditionsOf,
  type Filter,
  type FilterCondition,
  type FilterField,
} from '@ledgerline/contract/rules/filters';
import { CloseButton, SegmentedControl, Text, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Fragment, useEffect, useRef, useState } from 'react';
import { FormPopover } from '../../components/ui/form-popover.tsx';
import { QuietButton } from '../../components/ui/quiet-button.tsx';
import { formatMoney } from '../../components/ui/typed-formats.ts';
import { agentText, useAgentNames } from '../agents/agent-names.ts';
import {
  addToGroup,
  type ConditionPath,
  conditionsOfRule,
  removeCondition,
  replaceCondition,
} from './change-filter.ts';
import { ConditionForm, type FilterFields } from './condition-form.tsx';
import styles from './filter-chips.module.css';

interface FilterChipsProps {
  fields: FilterFields;
  filter: Filter;
  onChange: (filter: Filter | undefined) => void;
}

const OTHER_WORD = { all: 'or', any: 'and' } as const;

/** The conditions of a filter as chips, which open to be changed. */
export function FilterChips({ fields, filter, onChange }: FilterChipsProps) {
  // Chips show the names of agents, which load separately.
  useAgentNames();
  const { match, rules } = filter;
  const chips = useRef<HTMLDivElement>(null);
  const remove = useFocusedRemoval(chips, filter, onChange);
  const problem = filterProblem(filter, fields);
  // An agent cannot have entered more, and thousands would block the page.
  const shown = conditionsOf(filter).length > MAX_FILTER_CONDITIONS ? [] : rules;
  const outer = match === 'all' ? 'and' : 'or';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one line
    <div ref={chips} role="group" aria-label="Filters" className={styles.chips}>
      {shown.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label="Which conditions must match"
          data={[
            { value: 'all', label: 'Match all' },
            { value: 'any', label: 'Match any' },
          ]}
          value={match}
          onChange={(value) => onChange({ ...filter, match: value === 'any' ? 'any' : 'all' })}
        />
      )}
      {shown.map((rule, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no identity besides their position
        <Fragment key={position}>
          {position > 0 && <span className={styles.word}>{outer}</span>}
          <RuleChips
            {...{ fields, filter, onChange, remove, position }}
            conditions={conditionsOfRule(rule)}
          />
        </Fragment>
      ))}
      <QuietButton
        icon={IconX}
        onClick={() => {
          focusFilterButton();
          onChange(undefined);
        }}
      >
        Clear Filters
      </QuietButton>
      {problem && (
        <Text size="sm" c="red" w="100%" role="alert">
          {problem}
        </Text>
      )}
    </div>
  );
}

const focusFilterButton = (): void => document.querySelector<HTMLElement>('[data-filter-button]')?.focus();

/** Removes a condition. The focus moves to the next chip or, if there is none, to the button that adds a condition. */
function useFocusedRemoval(
  chips: { current: HTMLElement | null },
  filter: Filter,
  onChange: FilterChipsProps['onChange'],
) {
  const removed = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list shows the changed filter
  useEffect(() => {
    if (removed.current === null) return;
    const buttons = chips.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
    buttons[Math.min(removed.current, buttons.length - 1)]?.focus();
    removed.current = null;
  }, [filter]);
  return (path: ConditionPath, button: HTMLElement) => {
    const next = removeCondition(filter, path);
    if (next) removed.current = [...(chips.current?.querySelectorAll('[data-remove]') ?? [])].indexOf(button);
    else focusFilterButton();
    onChange(next);
  };
}

interface RuleChipsProps extends FilterChipsProps {
  remove: ReturnType<typeof useFocusedRemoval>;
  position: number;
  conditions: FilterCondition[];
}

function RuleChips({ position, conditions, ...props }: RuleChipsProps) {
  const chips = conditions.map((condition, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no identity besides their position
    <Fragment key={at}>
      {at > 0 && <span className={styles.word}>{OTHER_WORD[props.filter.match]}</span>}
      <Chip {...props} condition={condition} path={{ rule: position, at }} />
    </Fragment>
  ));
  return conditions.length === 1 ? chips : <span className={styles.group}>{chips}</span>;
}

interface ChipProps extends FilterChipsProps {
  remove: ReturnType<typeof useFocusedRemoval>;
  condition: FilterCondition;
  path: ConditionPath;
}

function Chip({ fields, filter, onChange, remove, condition, path }: ChipProps) {
  const [mode, setMode] = useState<'closed' | 'change' | 'group'>('closed');
  const field = fields.get(condition.field);
  const text = conditionText(condition, field);
  const problem = conditionProblem(condition, field);
  const apply = (next: Filter) => {
    setMode('closed');
    onChange(next);
  };
  return (
    <span className={styles.chip} data-invalid={problem !== null || undefined} title={problem ?? undefined}>
      <FormPopover
        name={mode === 'group' ? 'New filter' : 'Change filter'}
        isOpen={mode !== 'closed'}
        onChange={(isOpen) => setMode(isOpen ? 'change' : 'closed')}
        target={
          <UnstyledButton
            className={styles.text}
            aria-expanded={mode !== 'closed'}
            onClick={() => setMode(mode === 'closed' ? 'change' : 'closed')}
          >
            {text}
          </UnstyledButton>
        }
      >
        {mode === 'change' && (
          <ConditionForm
            fields={fields}
            initial={condition}
            onApply={(next) => apply(replaceCondition(filter, path, next))}
            group={{
              label: filter.match === 'all' ? 'Or…' : 'And…',
              onAdd: () => setMode('group'),
            }}
          />
        )}
        {mode === 'group' && (
          <ConditionForm fields={fields} onApply={(next) => apply(addToGroup(filter, path.rule, next))} />
        )}
      </FormPopover>
      <CloseButton
        size="xs"
        data-remove
        aria-label={`Remove filter ${text}`}
        onClick={({ currentTarget }) => remove(path, currentTarget)}
      />
    </span>
  );
}

/** 'Status is Lead or Client': a condition as its chip shows it. A field that does not exist is named as it is. */
function conditionText(condition: FilterCondition, field: FilterField | undefined): string {
  const isNoneOf = condition.op === 'is_none' && condition.values.length > 1;
  const label = isNoneOf ? 'is none of' : operatorNamed(condition.op).label;
  const joined = condition.values
    .map((value) => valueText(value, field))
    .join(isNoneOf ? ', ' : condition.op === 'between' ? ' and ' : ' or ');
  const predicate = label.includes('…') ? daysText(label, joined) : `${label} ${joined}`;
  const isBirthday = condition.op === 'birthday_month' || condition.op === 'birthday_days';
  return `${field?.label ?? condition.field}${isBirthday ? ':' : ''} ${predicate}`.trim();
}

const daysText = (label: string, count: string): string =>
  (count === '1' ? label.replace(/ … days$/, ' … day') : label).replace('…', count);

function valueText(value: string, field: FilterField | undefined): string {
  if (field?.kind === 'date' || field?.kind === 'birth') return dateDisplay(value) || value;
  if (field?.kind === 'money') return `$${formatMoney(value)}`;
  if (field?.kind === 'number') return value;
  if (field?.kind === 'agent') return value === 'me' ? 'me' : agentText(value) || '…';
  if (field?.kind === 'choice')
    return field.options?.find((option) => option.value === value)?.label ?? value;
  return `“${value}”`;
}
