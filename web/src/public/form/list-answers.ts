import {
  type AnswerCell,
  type AnswerItem,
  answerAt,
  emptyItem,
  type FormAnswers,
  withAnswer,
} from '@ledgerline/contract/web-forms/answers';
import type { WebFormList } from '@ledgerline/contract/web-forms/definition';

/** The groups of a list question. */
export function itemsAt(answers: FormAnswers, list: WebFormList): AnswerItem[] {
  const value = answerAt(answers, list.key);
  return Array.isArray(value) ? value : [];
}

/** The same answers with one cell of one group set. */
export function withItemCell(
  answers: FormAnswers,
  list: WebFormList,
  cell: { at: number; name: string; value: AnswerCell },
): FormAnswers {
  const items = itemsAt(answers, list).map((item, at) =>
    at === cell.at ? { ...item, [cell.name]: cell.value } : item,
  );
  return withAnswer(answers, list.key, items);
}

/** Adds an empty group, up to the list's maximum. */
export function withItemAdded(answers: FormAnswers, list: WebFormList): FormAnswers {
  const items = itemsAt(answers, list);
  if (items.length >= list.maxItems) return answers;
  return withAnswer(answers, list.key, [...items, emptyItem(list.fields)]);
}

/** Removes a group, down to the list's minimum. */
export function withItemRemoved(answers: FormAnswers, list: WebFormList, at: number): FormAnswers {
  const items = itemsAt(answers, list);
  if (items.length <= list.minItems) return answers;
  return withAnswer(answers, list.key, items.toSpliced(at, 1));
}

/** The index of the step with the question of a problem's path; 0 if there is none. */
export function stepOfPath(
  definition: { steps: readonly { questions: readonly { key: string }[] }[] },
  path: string,
): number {
  const step = definition.steps.findIndex(({ questions }) =>
    questions.some(({ key }) => path === key || path.startsWith(`${key}.`)),
  );
  return Math.max(step, 0);
}
