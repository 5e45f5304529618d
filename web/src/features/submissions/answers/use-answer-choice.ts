import { isFieldName } from '@ledgerline/contract/clients/fields/catalog';
import type { AnswerDifference } from '@ledgerline/contract/submissions/differences/endpoints';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notifyError, notifySuccess } from '../../../components/ui/notify.ts';
import { recordFinalAction } from '../../../components/ui/undo-toast.tsx';
import {
  type ConflictCell,
  cellKey,
  conflictsOf,
  labelOf,
  rejectedCells,
} from '../../../domain/clients/conflicts.ts';
import { hasErrorCode, messageOf } from '../../../lib/api-error.ts';
import { submissionKeys } from '../api.ts';
import { useApplyAnswers } from './use-answer-differences.ts';

/** An incomplete number in an old answer is confirmed where it is entered, not here. */
function textOf(error: unknown): string {
  if (!hasErrorCode(error, 'unconfirmed_number')) return messageOf(error);
  const problems = rejectedCells(error).map(({ field, message }) => `${labelOf(field)} ${message}.`);
  return `${problems.join(' ')} Enter the number in the client record instead.`;
}

type Differences = readonly AnswerDifference[];

/** Fields that changed while they were being applied; the others wait for the agent's choice. */
interface Conflict {
  cells: ConflictCell[];
  fields: readonly string[];
  compared: Differences;
}

interface AnswerChoiceOptions {
  submission: Submission;
  differences: Differences;
  /** The current differences, from the server. */
  refetch: () => Promise<{ data: Differences | undefined; isSuccess: boolean }>;
}

/**
 * The answers that the agent selects, each with the client value at that moment: a later change by someone else is a
 * conflict, even if the table already shows it.
 */
export function useAnswerChoice({ submission, differences, refetch }: AnswerChoiceOptions) {
  const queryClient = useQueryClient();
  const [selected, setSelected] = useState<Differences>(() => differences.filter(isPreselected));
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const applyAnswers = useApplyAnswers(submission);
  // Answers applied by another agent meanwhile can no longer be selected.
  const chosen = differences.map(({ field }) => field).filter((field) => isIn(selected, field));

  function choose(fields: readonly string[]) {
    const wanted = withGroups(differences, chosen, fields);
    const compared = asSelected(differences, selected);
    setSelected(compared.filter(({ field }) => wanted.includes(field)));
  }
  async function apply(fields: readonly string[], compared: Differences) {
    try {
      const { message } = await applyAnswers.mutateAsync({ fields, compared });
      setSelected([]);
      notifySuccess(message);
      recordFinalAction(
        'Applied answers can’t be reverted here. Restore earlier values in the client’s history.',
      );
    } catch (error) {
      await handleError(error, fields, compared);
    }
  }
  async function handleError(error: unknown, fields: readonly string[], compared: Differences) {
    const found = conflictsOf(error);
    const isResolvable = found.length > 0 && found.length === rejectedCells(error).length;
    const refreshed = isResolvable ? await refetch() : null;
    // After a failed refresh the data is outdated.
    const latest = refreshed?.isSuccess ? refreshed.data : undefined;
    if (latest) {
      const changed = latest.filter(({ field }) => isIn(found, field));
      const cells = changed.flatMap((one) => cellOf(submission, one));
      const next = { fields, compared: withLatest(compared, changed) };
      // They agree with the form by now.
      if (cells.length === 0) return apply(next.fields, next.compared);
      return setConflict({ cells, ...next });
    }
    notifyError(textOf(error), 'The client record could not be updated');
    if (!hasErrorCode(error, 'conflict')) return;
    // What was selected is outdated.
    setSelected([]);
    await queryClient.invalidateQueries({ queryKey: submissionKeys.submission(submission.id) });
    await refetch();
  }
  function resolveConflict(mine: ReadonlySet<string>) {
    if (!conflict) return;
    const { cells, fields, compared } = conflict;
    const kept = cells.filter(({ id, field }) => !mine.has(cellKey(id, field))).map(({ field }) => field);
    const left = fields.filter(
      (field) => !kept.some((one) => one === field || areTogether(compared, one, field)),
    );
    setConflict(null);
    setSelected(compared.filter(({ field }) => left.includes(field)));
    if (left.length > 0) void apply(left, compared);
  }
  return {
    chosen,
    choose,
    apply: () => void apply(chosen, asSelected(differences, selected)),
    isApplying: applyAnswers.isPending,
    conflict,
    resolveConflict,
    /** The selection keeps the client values from when it was made. */
    dismissConflict: () => setConflict(null),
  };
}

const isIn = (list: readonly { field: string }[], field: string): boolean =>
  list.some((one) => one.field === field);

/** Preselects empty fields of the record, except those that are selected together as one person. */
const isPreselected = ({ client_value, together }: AnswerDifference): boolean =>
  String(client_value ?? '').trim() === '' && together === null;

/** The differences, with the selected ones as they were when selected. */
const asSelected = (differences: Differences, selected: Differences): Differences =>
  differences.map((one) => selected.find(({ field }) => field === one.field) ?? one);

const withLatest = (compared: Differences, latest: Differences): Differences => [
  ...compared.filter(({ field }) => !isIn(latest, field)),
  ...latest,
];

function areTogether(differences: Differences, one: string, other: string): boolean {
  const groupOf = (field: string) => differences.find((each) => each.field === field)?.together ?? null;
  return groupOf(one) !== null && groupOf(one) === groupOf(other);
}

/** The fields after a change of the selection: those of one person are selected and cleared together. */
function withGroups(differences: Differences, before: readonly string[], after: readonly string[]): string[] {
  const added = after.filter((field) => !before.includes(field));
  const removed = before.filter((field) => !after.includes(field));
  return differences
    .map(({ field }) => field)
    .filter(
      (field) =>
        (after.includes(field) || added.some((one) => areTogether(differences, one, field))) &&
        !removed.some((one) => one !== field && areTogether(differences, one, field)),
    );
}

function cellOf({ client_id }: Submission, { field, form_value, client_value }: AnswerDifference) {
  if (!isFieldName(field) || client_id === null) return [];
  return [{ id: client_id, field, mine: form_value, theirs: client_value, isLocked: false }];
}
