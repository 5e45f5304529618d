import type { ColumnPlan } from '@ledgerline/contract/policies/client-columns/endpoints';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type Decision, useColumnReview } from '../../../domain/use-column-review.ts';
import { hasErrorCode } from '../../../lib/api-error.ts';
import { useColumnPlans, useImportColumnPlans } from '../api.ts';
import {
  type ChangePlan,
  chosenPlans,
  type DecidedPlan,
  decidedPlan,
  missingOf,
  nextDecision,
} from './decided-plans.ts';
import { useTerm } from './term-fields.tsx';

/** The review of the plans, and the import that it starts. */
export function useColumnImport() {
  const query = useColumnPlans();
  const { review, update } = useColumnReview();
  const { decisions } = review;
  const { term, termErrors } = useTerm(review.term);
  // The selected plans that were incomplete when the agent pressed the button: they are listed first.
  const [missingFirst, setMissingFirst] = useState<ReadonlySet<string> | null>(null);
  const showsMissing = missingFirst !== null;
  const sending = useImportColumnPlans();
  const navigate = useNavigate();
  const { data: created } = sending;
  useEffect(() => {
    if (created) void navigate({ to: '/crm/imports/$importId', params: { importId: String(created.id) } });
  }, [created, navigate]);

  const listed = query.data?.plans ?? [];
  const plans = listed.map((plan) => decidedPlan(plan, decisions.get(plan.key)));
  const chosen = plans.filter(({ isChosen }) => isChosen);
  const incomplete = chosen.filter(({ isIncomplete }) => isIncomplete).map(({ key }) => key);

  function decide(changes: ReadonlyMap<string, Decision>) {
    update((before) => {
      const next = new Map(before.decisions);
      for (const plan of listed) {
        const change = changes.get(plan.key);
        if (change) next.set(plan.key, nextDecision(plan, next.get(plan.key), change));
      }
      return { ...before, decisions: next, importId: null };
    });
  }
  const change: ChangePlan = (key, changes) => decide(new Map([[key, changes]]));

  function submit(onMissing: () => void) {
    setMissingFirst(new Set(incomplete));
    sending.reset();
    if (Object.values(termErrors).some(Boolean)) return focusInvalid();
    if (incomplete.length > 0) return onMissing();
    if (chosen.length === 0) return;
    sending.mutate(
      { ...term, plans: chosenPlans(plans) },
      {
        onSuccess: ({ id }) => update((before) => ({ ...before, importId: id })),
        onError: (error) => {
          console.error('the policies could not be checked', error);
          if (hasErrorCode(error, 'wrong_state')) void query.refetch();
        },
      },
    );
  }
  return {
    ...{ query, plans, chosen, term, missingFirst, showsMissing, change, submit },
    missing: incomplete.length,
    termErrors: showsMissing ? termErrors : {},
    failure:
      sending.error?.message ?? (showsMissing && chosen.length === 0 ? 'Select at least one plan.' : null),
    isSending: sending.isPending || created !== undefined,
    isUnsaved: review.importId === null && (decisions.size > 0 || Object.keys(review.term).length > 0),
    choose: (keys: string[], isChosen: boolean) => decide(new Map(keys.map((key) => [key, { isChosen }]))),
    fillIn: (of: readonly DecidedPlan[], filled: Pick<ColumnPlan, 'line' | 'carrier'>) =>
      decide(
        new Map(
          of.flatMap((plan) => {
            const missing = missingOf(plan, filled);
            return missing ? [[plan.key, missing]] : [];
          }),
        ),
      ),
    setTerm: (changes: typeof review.term) =>
      update((before) => ({ ...before, term: { ...before.term, ...changes }, importId: null })),
  };
}

/** Focuses the first field with an error once it is shown. */
export function focusInvalid(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus());
}
