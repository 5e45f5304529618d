import { POLICY_STATUS_LABELS, POLICY_STATUSES } from '@ledgerline/contract/rules/policies';
import { Paper, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { DateInput } from '../../../components/ui/date-input.tsx';
import { dayIn } from '../../../domain/today.ts';
import type { Term } from '../../../domain/use-column-review.ts';
import { usePublicSettings } from '../../../lib/public-settings.ts';
import { dateErrors, statusNamed } from '../policy-values.ts';
import styles from './client-columns.module.css';

/** By default the current plan year. */
export function useTerm(changes: Partial<Term>) {
  const { time_zone } = usePublicSettings();
  const [year] = useState(() => dayIn(time_zone).slice(0, 4));
  const term: Term = {
    ...{ status: 'active', effective_date: `${year}-01-01`, end_date: `${year}-12-31` },
    ...changes,
  };
  return { term, termErrors: dateErrors(term) };
}

interface TermFieldsProps {
  term: Term;
  errors: Partial<ReturnType<typeof dateErrors>>;
  onChange: (change: Partial<Term>) => void;
}

/** The status and the dates that all policies of this step share. */
export function TermFields({ term, errors, onChange }: TermFieldsProps) {
  return (
    <Paper withBorder p="sm">
      <div className={styles.term}>
        <Select
          label="Status"
          allowDeselect={false}
          data={POLICY_STATUSES.map((value) => ({ value, label: POLICY_STATUS_LABELS[value] }))}
          value={term.status}
          onChange={(value) => onChange({ status: statusNamed(value) })}
        />
        <DateInput
          label="Effective date"
          value={term.effective_date}
          error={errors.effective_date}
          onChange={(effective_date) => onChange({ effective_date })}
        />
        <DateInput
          label="End date"
          value={term.end_date}
          error={errors.end_date}
          onChange={(end_date) => onChange({ end_date })}
        />
      </div>
      <Text size="xs" c="dimmed" mt={6}>
        These dates apply to health, dental, vision, Medicare Advantage and Part D policies. Other policies
        are created without dates, because the columns do not contain them.
      </Text>
    </Paper>
  );
}
