import { field, type WebFormStep, words } from '../definition.ts';
import { DEATH_BENEFITS, PURPOSES } from './choices.ts';

/** What is applied for. */
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
