import type { Language } from '@ledgerline/contract/languages';
import { stateCode, US_STATES } from '@ledgerline/contract/rules/us-states';
import { type AnswerItem, answerText } from '@ledgerline/contract/web-forms/answers';
import type { WebFormField, WebFormList } from '@ledgerline/contract/web-forms/definition';
import { maskOf } from '@ledgerline/contract/web-forms/secrets';
import { localDay } from '../../domain/today.ts';
import { textIn } from '../texts/texts.ts';
import { formatEntered, formatTyped } from './typed-answers.ts';

/** An answer as shown on the review step, with secrets masked; '' if there is none. */
export function answerDisplay(question: WebFormField, value: unknown, language: Language): string {
  const text = answerText(value);
  if (text === '') return '';
  if (question.secret) return maskOf(question, text);
  if (question.kind === 'yesno' || question.kind === 'agree')
    return textIn(language, text === 'yes' ? 'yes' : 'no');
  if (question.kind === 'state') return US_STATES[stateCode(text) ?? ''] ?? text;
  if (question.kind === 'date') return formatEntered('date', text, localDay());
  if (question.kind === 'percent') return `${text.replace(/\s*%$/, '')} %`;
  if (question.kind === 'money') return `$${formatTyped('money', text)}`;
  const choice = question.options?.find((option) => option.value === text);
  return choice ? choice.label[language] : formatTyped(question.kind, text);
}

/** The answers of one group of a list, joined. */
export function itemText(list: WebFormList, item: AnswerItem, language: Language): string {
  return list.fields
    .map((question) => {
      const answer = answerDisplay(question, item[question.key], language);
      // A bare "yes" would not show the question.
      return answer && question.kind === 'yesno' ? `${question.label[language]} ${answer}` : answer;
    })
    .filter(Boolean)
    .join(', ');
}

/** An answer as shown in its input. A trailing space is kept, because the visitor may be typing the next word. */
export function inputText(value: unknown): string {
  return typeof value === 'string' ? value : answerText(value);
}
