import type { ColumnPlan } from '@ledgerline/contract/policies/client-columns/endpoints';
import type { PolicyStatus } from '@ledgerline/contract/rules/policies';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/** The agent's changes to a plan. */
export type Decision = Partial<Pick<ColumnPlan, 'line' | 'carrier'> & { isChosen: boolean }>;

/** Values that all policies of a review share; dates as typed. */
export interface Term {
  status: PolicyStatus;
  effective_date: string | null;
  end_date: string | null;
}

interface ColumnReview {
  /** Decisions by plan key. */
  decisions: ReadonlyMap<string, Decision>;
  term: Partial<Term>;
  /** The import that was created from exactly these decisions. */
  importId: number | null;
}

const KEY = ['column-review'];
const NO_REVIEW: ColumnReview = { decisions: new Map(), term: {}, importId: null };

const reviewIn = (client: QueryClient): ColumnReview => client.getQueryData(KEY) ?? NO_REVIEW;

/**
 * The decisions about plans in client columns, stored in the query client until their import runs: an agent may come back from
 * its check, or from any other page. Signing out clears them.
 */
export function useColumnReview() {
  const client = useQueryClient();
  const [review, setReview] = useState(() => reviewIn(client));
  function update(change: (before: ColumnReview) => ColumnReview) {
    const next = change(reviewIn(client));
    client.setQueryDefaults(KEY, { gcTime: Number.POSITIVE_INFINITY });
    client.setQueryData(KEY, next);
    setReview(next);
  }
  return { review, update };
}

/** Clears the decisions that became this import, once it runs. */
export function endColumnReview(client: QueryClient, importId: number): void {
  if (reviewIn(client).importId === importId) client.removeQueries({ queryKey: KEY, exact: true });
}
