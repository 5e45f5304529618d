import { field, type WebFormStep, words } from '../definition.ts';
import { ACCOUNT_CHOICES, PREMIUM_MODES } from './choices.ts';
import { BY_DRAFT } from './payment-step.ts';

/** How much is paid and when, and what it is for. */
export const PREMIUMS_STEP: WebFormStep = {
  key: 'premiums',
  title: words('Your premiums', 'Sus primas', 'Seus prêmios'),
  questions: [
    field(
      'coverage.premiumMode',
      'choice',
      words(
        'How often do you want to pay?',
        '¿Cada cuánto desea pagar?',
        'Com que frequência você deseja pagar?',
      ),
      { options: PREMIUM_MODES, width: 'half' },
    ),
    field(
      'coverage.plannedPremium',
      'money',
      words(
        'Planned amount of each payment',
        'Monto planeado de cada pago',
        'Valor planejado de cada pagamento',
      ),
      { min: 1, max: 1_000_000, width: 'half' },
    ),
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
        'I allow the insurance company to take the premiums from my bank account until I tell it to stop.',
        'Autorizo a la compañía de seguros a cobrar las primas de mi cuenta bancaria hasta que le pida que deje de hacerlo.',
        'Autorizo a seguradora a cobrar os prêmios da minha conta bancária até que eu peça para parar.',
      ),
      { when: BY_DRAFT },
    ),
    field(
      'coverage.accounts',
      'choice',
      words(
        'Where should your premiums go?',
        '¿A dónde deben ir sus primas?',
        'Para onde devem ir seus prêmios?',
      ),
      { options: ACCOUNT_CHOICES },
    ),
    field(
      'coverage.indexedShare',
      'percent',
      words(
        'Part for the indexed account; the rest goes to the fixed one',
        'Parte para la cuenta indexada; el resto va a la fija',
        'Parte para a conta indexada; o resto vai para a fixa',
      ),
      { when: { key: 'coverage.accounts', is: 'Both' } },
    ),
  ],
};
