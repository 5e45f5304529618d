import { answerAt, emptyFormData } from '@ledgerline/contract/web-forms/answers';
import { isList, type WebFormList } from '@ledgerline/contract/web-forms/definition';
import { PERSONAL_INFO } from '@ledgerline/contract/web-forms/personal-info/personal-info';
import { describe, expect, it } from 'vitest';
import { itemsAt, stepOfPath, withItemAdded, withItemCell, withItemRemoved } from './list-answers.ts';

const EMPTY = emptyFormData(PERSONAL_INFO);
const LIST: WebFormList = PERSONAL_INFO.steps
  .flatMap((step) => step.questions)
  .filter(isList)
  .find(({ key }) => key === 'ownership.beneficiaries') as WebFormList;

describe('a list of beneficiaries', () => {
  it('grows to its maximum and shrinks to its minimum', () => {
    let answers = EMPTY;
    for (let times = 0; times < 9; times++) answers = withItemAdded(answers, LIST);
    expect(itemsAt(answers, LIST)).toHaveLength(LIST.maxItems);
    for (let times = 0; times < 9; times++) answers = withItemRemoved(answers, LIST, 0);
    expect(itemsAt(answers, LIST)).toHaveLength(LIST.minItems);
  });

  it('changes one cell without mutation', () => {
    const two = withItemAdded(EMPTY, LIST);
    const changed = withItemCell(two, LIST, { at: 1, name: 'name', value: 'Ana' });
    expect(itemsAt(changed, LIST).map(({ name }) => name)).toEqual(['', 'Ana']);
    expect(itemsAt(two, LIST)[1]?.name).toBe('');
    expect(answerAt(changed, 'personalInfo.firstName')).toBe('');
  });

  it('keeps the others when one in the middle is removed', () => {
    let answers = withItemAdded(withItemAdded(EMPTY, LIST), LIST);
    for (const [at, value] of ['A', 'B', 'C'].entries())
      answers = withItemCell(answers, LIST, { at, name: 'name', value });
    const names = itemsAt(withItemRemoved(answers, LIST, 1), LIST).map(({ name }) => name);
    expect(names).toEqual(['A', 'C']);
  });
});

describe('the step of a problem', () => {
  it('is the step of its question', () => {
    const stepOf = (path: string) => PERSONAL_INFO.steps[stepOfPath(PERSONAL_INFO, path)]?.key;
    expect(stepOf('banking.accountNumber')).toBe('banking');
    expect(stepOf('ownership.beneficiaries.2.name')).toBe('beneficiaries');
    expect(stepOf('personalInfo.mailingDifferentResidential')).toBe('mail');
    expect(stepOfPath(PERSONAL_INFO, 'form_data')).toBe(0);
  });
});
