import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../languages.ts';
import { type Answer, type FormAnswers, questionsOf, stepsOf, withAnswer } from './answers.ts';
import { isList, type WebFormDefinition, type WebFormField, type WebFormQuestion } from './definition.ts';
import { WEB_FORM_DEFINITIONS } from './registry.ts';

/** The most questions that fit on a phone screen. */
const MAX_SHOWN = 6;

const FORMS = WEB_FORM_DEFINITIONS.map((definition) => ({ id: definition.id, definition }));

const NUMBERS: Readonly<Record<number, string[]>> = {
  11: ['Eleven', 'Once', 'Onze'],
  24: ['Twenty-four', 'Veinticuatro', 'Vinte e quatro'],
};

/** Any possible answer to one question. */
function cellOf({ kind, options }: WebFormField): fc.Arbitrary<string | boolean> {
  if (options) return fc.constantFrom('', ...options.map(({ value }) => value));
  if (kind === 'yesno' || kind === 'agree') return fc.constantFrom('', 'yes', 'no', true, false);
  return fc.constantFrom('', '1', 'Rosa');
}

function answerOf(question: WebFormQuestion): fc.Arbitrary<Answer> {
  if (!isList(question)) return cellOf(question);
  const item = fc.record(Object.fromEntries(question.fields.map((field) => [field.key, cellOf(field)])));
  return fc.array(item, { maxLength: question.maxItems });
}

function answersOf(definition: WebFormDefinition): fc.Arbitrary<FormAnswers> {
  const questions = questionsOf(definition);
  return fc
    .tuple(...questions.map(answerOf))
    .map((values) =>
      questions.reduce<FormAnswers>((answers, { key }, at) => withAnswer(answers, key, values[at] ?? ''), {}),
    );
}

/** A list shows one group of questions at a time. */
function shownAtOnce(questions: readonly WebFormQuestion[]): number {
  return questions.reduce((sum, question) => sum + (isList(question) ? question.fields.length : 1), 0);
}

describe.each(FORMS)('for any answers, $id', ({ definition }) => {
  it('shows one to six questions at a time', () => {
    fc.assert(
      fc.property(answersOf(definition), (answers) => {
        const counts = stepsOf(definition, answers).map(({ key, questions }) => ({
          key,
          shown: shownAtOnce(questions),
        }));
        expect(counts.filter(({ shown }) => shown < 1 || shown > MAX_SHOWN)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('starts no list with more than one group', () => {
    for (const list of questionsOf(definition).filter(isList)) expect(list.minItems).toBeLessThanOrEqual(1);
  });

  it('states the number of steps in its introduction', () => {
    const { en, es, pt } = definition.intro;
    const counts = [en, es, pt].map((intro) => intro.split(/ (?:short|pasos|etapas) /)[0]);
    expect(counts).toEqual(NUMBERS[definition.steps.length]);
  });

  it('gives every step a unique key and heading', () => {
    const { steps } = definition;
    expect(new Set(steps.map(({ key }) => key)).size).toBe(steps.length);
    for (const language of LANGUAGES) {
      expect(new Set(steps.map(({ title }) => title[language])).size).toBe(steps.length);
    }
  });
});
