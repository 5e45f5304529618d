import { field, type WebFormStep, words } from '../definition.ts';
import { ACCOUNT_CHOICES, DEATH_BENEFITS, PREMIUM_MODES, PURPOSES } from './choices.ts';

/** Step 7: what is applied for. */
export const COVERAGE_STEP: WebFormStep = {
  key: 'coverage',
  title: words('The coverage you want', 'La cobertura que desea', 'A cobertura que você deseja'),
  intro: words(
    'As you talked it over with your agent. It can still be changed before the policy is issued.',
    'Como lo conversó con su agente. Todavía se puede cambiar antes de emitir la póliza.',
    'Como você conversou com seu agente. Ainda pode mudar antes da emissão da apólice.',
  ),
  questions: [
    field(
      'coverage.coverageAmount',
      'money',
      words('Coverage amount', 'Monto de la cobertura', 'Valor da cobertura'),
      { min: 25_000, max: 10_000_000 },
    ),
    field(
      'coverage.purpose',
      'choice',
      words('What is the policy for?', '¿Para qué es la póliza?', 'Para que é a apólice?'),
      { options: PURPOSES },
    ),
    field(
      'coverage.deathBenefit',
      'choice',
      words('Kind of death benefit', 'Tipo de beneficio por fallecimiento', 'Tipo de benefício por morte'),
      { options: DEATH_BENEFITS },
    ),
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
    field(
      'coverage.hasWaiver',
      'yesno',
      words(
        'Should the premiums be waived if you become disabled?',
        '¿Desea que no se cobren las primas si queda incapacitado?',
        'Os prêmios devem ser dispensados se você ficar incapacitado?',
      ),
    ),
    field(
      'coverage.hasChildRider',
      'yesno',
      words(
        'Should your children be covered, too?',
        '¿Desea que también se cubra a sus hijos?',
        'Seus filhos também devem ser cobertos?',
      ),
    ),
  ],
};
