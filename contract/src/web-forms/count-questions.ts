import type { WebFormDefinition, WebFormQuestion } from './definition.ts';

/** How many questions are left from a step on; one that depends on other answers counts half. */
export function countQuestions({ steps }: WebFormDefinition, step = 0): number {
  const questions = steps.slice(step).flatMap(({ questions: each }) => each);
  return questions.reduce((sum, question) => sum + (question.when ? 0.5 : 1) * sizeOf(question), 0);
}

/** The fewest answers that a question needs; for a list, those of its minimum number of items. */
const sizeOf = (question: WebFormQuestion): number =>
  question.kind === 'list' ? question.minItems * question.fields.length : 1;
