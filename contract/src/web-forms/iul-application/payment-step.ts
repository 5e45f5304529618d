import { type Condition, field, isList, type WebFormField, type WebFormStep, words } from '../definition.ts';
import { BANKING_STEP } from '../personal-info/banking-step.ts';
import { PAYMENT_METHODS } from './choices.ts';

const BY_DRAFT: Condition = { key: 'banking.paymentMethod', is: 'Bank draft' };

/** The bank questions of the personal information form, which a bank draft needs answered. */
const ACCOUNT = BANKING_STEP.questions.flatMap((question): WebFormField[] => {
  if (isList(question)) return [];
  const { requiredWith: _, ...asked } = question;
  return [{ ...asked, required: true, when: BY_DRAFT }];
});

/** Step 13: how the premiums are paid. */
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
    field(
      'banking.draftDay',
      'number',
      words('Day of the month for the payment', 'Día del mes para el pago', 'Dia do mês para o pagamento'),
      { when: BY_DRAFT, min: 1, max: 28, hint: words('From 1 to 28', 'Del 1 al 28', 'De 1 a 28') },
    ),
    field(
      'banking.draftAuthorized',
      'agree',
      words(
        'I allow the insurance company to take the premiums from this account until I tell it to stop.',
        'Autorizo a la compañía de seguros a cobrar las primas de esta cuenta hasta que le pida que deje de hacerlo.',
        'Autorizo a seguradora a cobrar os prêmios desta conta até que eu peça para parar.',
      ),
      { when: BY_DRAFT },
    ),
  ],
};
