import { isMask, maskSecret } from '../rules.ts';
import { answerAt, answerText, type FormAnswers, questionsOf, withAnswer } from './answers.ts';
import { isList, type WebFormDefinition, type WebFormField } from './definition.ts';

export function secretFields(definition: WebFormDefinition): WebFormField[] {
  return questionsOf(definition).flatMap((question) =>
    !isList(question) && question.secret !== undefined ? [question] : [],
  );
}

export function maskOf(question: WebFormField, value: unknown): string {
  const text = answerText(value);
  if (text === '' || isMask(text)) return text;
  return maskSecret({ kind: question.secret === 'ssn' ? 'ssn' : 'account', value: text });
}

/** The answers that may leave the server: Social Security, account and routing numbers are masked (decisions H21). */
export function maskAnswers(definition: WebFormDefinition, answers: FormAnswers): FormAnswers {
  return secretFields(definition).reduce((masked, question) => {
    const value = answerAt(masked, question.key);
    return answerText(value) === '' ? masked : withAnswer(masked, question.key, maskOf(question, value));
  }, answers);
}

/** Restores stored values whose mask was returned unchanged. Any other mask stays and is rejected by validation. */
export function unmaskAnswers(
  definition: WebFormDefinition,
  incoming: FormAnswers,
  stored: FormAnswers,
): FormAnswers {
  return secretFields(definition).reduce((answers, question) => {
    const mask = answerText(answerAt(answers, question.key));
    const original = answerAt(stored, question.key);
    const isOwn = isMask(mask) && original !== undefined && mask === maskOf(question, original);
    return isOwn ? withAnswer(answers, question.key, original) : answers;
  }, incoming);
}

/** Secret questions whose answer is still a mask after `unmaskAnswers`. */
export function strayMasks(definition: WebFormDefinition, answers: FormAnswers): WebFormField[] {
  return secretFields(definition).filter((question) => isMask(answerText(answerAt(answers, question.key))));
}
