import { isCalendarDate } from '@ledgerline/contract/rules';
import type { PolicyLine } from '@ledgerline/contract/rules/policies';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { notADate } from '../../../components/ui/date-input.tsx';
import { dayIn } from '../../../domain/today.ts';
import { hasErrorCode } from '../../../lib/api-error.ts';
import { usePublicSettings } from '../../../lib/public-settings.ts';
import { useColumnPlans, useImportColumnPlans } from '../api.ts';
import { type ChangePlan, chosenPlans, decidedPlan } from './decided-plans.ts';
import type { Term } from './term-fields.tsx';
import { useDecisions } from './use-decisions.ts';

/** The review of the plans, and the import that it starts. */
export function useColumnImport() {
  const query = useColumnPlans();
  const { decisions, decide, hasDecisions } = useDecisions();
  const { term, setTerm, termErrors, isTermChanged } = useTerm();
  // The selected plans that were incomplete when the agent pressed the button: they are listed first.
  const [missingFirst, setMissingFirst] = useState<ReadonlySet<string> | null>(null);
  const showsMissing = missingFirst !== null;
  const sending = useImportColumnPlans();
  const navigate = useNavigate();
  const { data: created } = sending;
  useEffect(() => {
    if (created) void navigate({ to: '/crm/imports/$importId', params: { importId: String(created.id) } });
  }, [created, navigate]);

  const plans = (query.data?.plans ?? []).map((plan) => decidedPlan(plan, decisions.get(plan.key)));
  const chosen = plans.filter(({ isChosen }) => isChosen);
  const incomplete = chosen.filter(({ isIncomplete }) => isIncomplete).map(({ key }) => key);
  const change: ChangePlan = (key, changes) => decide([key], changes);

  function fillIn(line: PolicyLine | null, carrier: string) {
    for (const plan of chosen) {
      if (line !== null && plan.line === null) decide([plan.key], { line });
      if (carrier.trim() !== '' && plan.carrier.trim() === '') decide([plan.key], { carrier });
    }
  }

  function submit(onMissing: () => void) {
    setMissingFirst(new Set(incomplete));
    sending.reset();
    if (Object.keys(termErrors).length > 0) return focusInvalid();
    if (incomplete.length > 0) return onMissing();
    if (chosen.length === 0) return;
    sending.mutate(
      { ...term, plans: chosenPlans(plans) },
      {
        onError: (error) => {
          console.error('the policies could not be checked', error);
          if (hasErrorCode(error, 'wrong_state')) void query.refetch();
        },
      },
    );
  }
  return {
    ...{ query, plans, chosen, term, setTerm, missingFirst, showsMissing, change, fillIn, submit },
    missing: incomplete.length,
    termErrors: showsMissing ? termErrors : {},
    failure:
      sending.error?.message ?? (showsMissing && chosen.length === 0 ? 'Select at least one plan.' : null),
    isSending: sending.isPending || created !== undefined,
    isDirty: (hasDecisions || isTermChanged) && created === undefined,
    choose: (keys: string[], isChosen: boolean) => decide(keys, { isChosen }),
  };
}

/** Focuses the first field with an error once it is shown. */
export function focusInvalid(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus());
}

/** At first the current plan year. */
function useTerm() {
  const { time_zone } = usePublicSettings();
  const [start] = useState<Term>(() => {
    const year = dayIn(time_zone).slice(0, 4);
    return { status: 'active', effective_date: `${year}-01-01`, end_date: `${year}-12-31` };
  });
  const [changes, setChanges] = useState<Partial<Term>>({});
  const term = { ...start, ...changes };
  const termErrors: Partial<Record<keyof Term, string>> = {};
  for (const name of ['effective_date', 'end_date'] as const) {
    const day = term[name];
    if (day !== null && !isCalendarDate(day)) termErrors[name] = notADate('recent');
  }
  const { effective_date, end_date } = term;
  if (Object.keys(termErrors).length === 0 && effective_date && end_date && end_date < effective_date)
    termErrors.end_date = 'The end date is before the effective date';
  return {
    ...{ term, termErrors, isTermChanged: Object.keys(changes).length > 0 },
    setTerm: (change: Partial<Term>) => setChanges({ ...changes, ...change }),
  };
}
