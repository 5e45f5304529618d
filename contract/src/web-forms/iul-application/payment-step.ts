import { type Condition, isList, type WebFormField } from '../definition.ts';
import { BANKING_STEP } from '../personal-info/banking-step.ts';
import { choices, defineQuestion, step } from '../question-builders.ts';

export const BY_DRAFT: Condition = { key: 'banking.paymentMethod', is: 'Bank draft' };

/** The bank questions of the personal information form, required for a bank draft. */
const ACCOUNT = BANKING_STEP.questions.flatMap((question): WebFormField[] => {
  if (isList(question)) return [];
  const { requiredWith: _, ...rest } = question;
  return [{ ...rest, required: true, when: BY_DRAFT }];
});

/** How the premiums are paid. */
export const PAYMENT_STEP = step(
  'payment',
  [defineQuestion('banking.paymentMethod', 'choice', { options: choices('paymentMethod') }), ...ACCOUNT],
  'banking',
);
