import { type Condition, field, isList, type WebFormField, type WebFormStep, words } from '../definition.ts';
import { BANKING_STEP } from '../personal-info/banking-step.ts';
import { PAYMENT_METHODS } from './choices.ts';

export const BY_DRAFT: Condition = { key: 'banking.paymentMethod', is: 'Bank draft' };

/** The bank questions of the personal information form, which a bank draft needs answered. */
const ACCOUNT = BANKING_STEP.questions.flatMap((question): WebFormField[] => {
  if (isList(question)) return [];
  const { requiredWith: _, ...asked } = question;
  return [{ ...asked, required: true, when: BY_DRAFT }];
});

/** How the premiums are paid. */
export const PAYMENT_STEP: WebFormStep = {
  key: 'banking',
  title: words('How you will pay', 'Cómo va a pagar', 'Como você vai pagar'),
  questions: [
    field(
      'banking.paymentMethod',
      'choice',
      words('How will you pay the premiums?', '¿Cómo pagará las primas?', 'Como você vai pagar os prêmios?'),
      { options: PAYMENT_METHODS },
    ),
    ...ACCOUNT,
  ],
};
