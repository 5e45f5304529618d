import type { ColumnPlan } from '@ledgerline/contract/policies/client-columns/endpoints';
import { countText } from '@ledgerline/contract/rules';
import { Autocomplete, Select, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRef } from 'react';
import { type Column, DataTable } from '../../../components/ui/data-table.tsx';
import { AnchorLink } from '../../../components/ui/link.tsx';
import { AllBox, RowBox, type Selection } from '../../../components/ui/row-boxes.tsx';
import { useIsWide } from '../../../lib/use-is-wide.ts';
import { lineNamed } from '../policy-values.ts';
import styles from './client-columns.module.css';
import type { ChangePlan, DecidedPlan } from './decided-plans.ts';
import { LINE_OPTIONS } from './fill-in-missing.tsx';
import { amountText, columnsText, planText, remarkOf } from './plan-text.ts';

interface ColumnPlansListProps {
  plans: readonly DecidedPlan[];
  carriers: readonly string[];
  /** Whether missing lines and carriers are shown as errors. */
  showsMissing: boolean;
  onChoose: (keys: string[], isChosen: boolean) => void;
  onChange: ChangePlan;
}

/** One page of plans, each with its line and its carrier. */
export function ColumnPlansList(props: ColumnPlansListProps) {
  const { plans, onChoose } = props;
  const isWide = useIsWide();
  const chosen = plans.filter(({ isChosen }) => isChosen).map(({ key }) => key);
  function choose(next: string[]) {
    const added = next.filter((key) => !chosen.includes(key));
    const removed = chosen.filter((key) => !next.includes(key));
    if (added.length > 0) onChoose(added, true);
    if (removed.length > 0) onChoose(removed, false);
  }
  const selection: Selection<DecidedPlan, string> = {
    ...{ chosen, onChoose: choose, allLabel: 'Select all plans on this page' },
    ...{ labelOf: selectLabel, className: styles.check ?? '' },
  };
  if (!isWide) return <PlanCards {...props} selection={selection} />;
  return (
    <DataTable
      aria-label="Plans in client columns"
      columns={columnsOf(props)}
      rows={plans}
      rowId={({ key }) => key}
      look="quiet"
      minWidth={980}
      selection={selection}
    />
  );
}

/** The plan and its columns; for a column without plan names, only the column. */
const nameOf = (plan: DecidedPlan) => [...new Set([planText(plan), columnsText(plan)])].join(', ');
const selectLabel = (plan: DecidedPlan) => `Select ${nameOf(plan)}`;

function columnsOf(props: ColumnPlansListProps): Column<DecidedPlan>[] {
  return [
    { id: 'plan', header: 'Plan', cell: (plan) => <PlanName plan={plan} /> },
    {
      ...{ id: 'clients', header: 'Clients', width: 84, align: 'end', className: 'tabular' },
      cell: ({ clients }) => clients.toLocaleString('en-US'),
    },
    { id: 'example', header: 'Example', width: '20%', cell: ({ example }) => <Example of={example} /> },
    { id: 'line', header: 'Line', width: 190, cell: (plan) => <LineChoice plan={plan} {...props} /> },
    {
      id: 'carrier',
      header: 'Carrier',
      width: 220,
      cell: (plan) => <CarrierChoice plan={plan} {...props} />,
    },
  ];
}

function PlanName({ plan }: { plan: DecidedPlan }) {
  const remark = remarkOf(plan);
  return (
    <>
      <Text size="sm" fw={500} className={styles.name}>
        {planText(plan)}
      </Text>
      <Text size="xs" c="dimmed">
        {columnsText(plan)}
      </Text>
      {remark !== null && (
        <p className={styles.remark}>
          <IconAlertTriangle size={14} aria-hidden />
          {remark}
        </p>
      )}
    </>
  );
}

export function Example({ of: { client_id, client_name, ...more }, isInText }: ExampleProps) {
  const name = client_name || 'Unnamed client';
  const amount = amountText(more.premium_cents ?? null);
  return (
    <Text size="sm" component="span" className={styles.name}>
      <AnchorLink
        to="/crm/clients/$clientId"
        params={{ clientId: String(client_id) }}
        target="_blank"
        aria-label={`Open ${name} in a new tab`}
        size="sm"
        {...(isInText ? UNDERLINED : {})}
      >
        {name}
      </AnchorLink>
      {amount !== null && <span className="tabular">, {amount}</span>}
    </Text>
  );
}

interface ExampleProps {
  of: ExampleClient;
  /** A link inside a sentence is underlined: color alone would not show that it is one. */
  isInText?: boolean;
}

export const UNDERLINED = { underline: 'always' } as const;

type ExampleClient = Pick<ColumnPlan['example'], 'client_id' | 'client_name'> &
  Partial<Pick<ColumnPlan['example'], 'premium_cents'>>;

type ChoiceProps = Pick<ColumnPlansListProps, 'carriers' | 'showsMissing' | 'onChange'> & {
  plan: DecidedPlan;
};

const isMissing = ({ plan, showsMissing }: ChoiceProps, isEmpty: boolean) =>
  showsMissing && plan.isChosen && isEmpty;

function LineChoice(props: ChoiceProps) {
  const { plan, onChange } = props;
  return (
    <Select
      aria-label={`Line of ${nameOf(plan)}`}
      placeholder="Choose the line"
      allowDeselect={false}
      data={LINE_OPTIONS}
      value={plan.line}
      error={isMissing(props, plan.line === null) && 'Choose the line'}
      onChange={(value) => value !== null && onChange(plan.key, { line: lineNamed(value) })}
    />
  );
}

function CarrierChoice(props: ChoiceProps) {
  const { plan, carriers, onChange } = props;
  return (
    <Autocomplete
      aria-label={`Carrier of ${nameOf(plan)}`}
      placeholder="Enter the carrier"
      maxLength={120}
      data={[...carriers]}
      openOnFocus={false}
      value={plan.carrier}
      error={isMissing(props, plan.carrier.trim() === '') && 'Enter the carrier'}
      onChange={(carrier) => onChange(plan.key, { carrier })}
    />
  );
}

type PlanCardsProps = ColumnPlansListProps & { selection: Selection<DecidedPlan, string> };

function PlanCards({ selection, ...props }: PlanCardsProps) {
  const { plans } = props;
  const anchor = useRef<string | null>(null);
  const ids = plans.map(({ key }) => key);
  const boxes = { ...selection, boxId: (key: string) => `select-plan-${ids.indexOf(key)}` };
  return (
    <>
      <div className={styles.all}>
        <AllBox selection={boxes} ids={ids} isLabeled />
      </div>
      <ul className="plain" aria-label="Plans in client columns">
        {plans.map((plan) => (
          <li key={plan.key} className={`${styles.card} ${styles.entry}`}>
            <label className={styles.selectable} htmlFor={boxes.boxId(plan.key)}>
              <RowBox selection={boxes} row={plan} id={plan.key} ids={ids} anchor={anchor} />
              <div>
                <PlanName plan={plan} />
              </div>
            </label>
            <Text size="sm">
              {countText(plan.clients, 'client')}, such as <Example of={plan.example} isInText />
            </Text>
            <LineChoice plan={plan} {...props} />
            <CarrierChoice plan={plan} {...props} />
          </li>
        ))}
      </ul>
    </>
  );
}
