import { type Condition, field, type WebFormList, type WebFormStep, words } from '../definition.ts';

const HAS_INSURANCE: Condition = { key: 'existingInsurance.hasExisting', is: 'yes' };
const IS_REPLACEMENT: Condition = { key: 'existingInsurance.isReplacement', is: 'yes' };

const POLICIES: WebFormList = {
  key: 'existingInsurance.policies',
  kind: 'list',
  label: words('Your policies', 'Sus pólizas', 'Suas apólices'),
  itemLabel: words('Policy', 'Póliza', 'Apólice'),
  addLabel: words('Add another policy', 'Agregar otra póliza', 'Adicionar outra apólice'),
  removeLabel: words('Remove this policy', 'Quitar esta póliza', 'Remover esta apólice'),
  minItems: 1,
  maxItems: 6,
  when: HAS_INSURANCE,
  fields: [
    field('company', 'text', words('Insurance company', 'Compañía de seguros', 'Seguradora')),
    field('amount', 'money', words('Coverage amount', 'Monto de la cobertura', 'Valor da cobertura'), {
      width: 'half',
    }),
    field('policyNumber', 'text', words('Policy number', 'Número de póliza', 'Número da apólice'), {
      required: false,
      maxLength: 60,
      width: 'half',
    }),
    field('year', 'number', words('Year of issue', 'Año de emisión', 'Ano de emissão'), {
      required: false,
      min: 1930,
      max: 2100,
      width: 'half',
    }),
    field(
      'isReplaced',
      'yesno',
      words(
        'Will the new policy replace it?',
        '¿La nueva póliza la reemplazará?',
        'A nova apólice vai substituí-la?',
      ),
    ),
  ],
};

const HELD_STEP: WebFormStep = {
  key: 'existingInsurance',
  title: words('Insurance you have', 'Seguros que tiene', 'Seguros que você tem'),
  questions: [
    field(
      'existingInsurance.hasExisting',
      'yesno',
      words(
        'Do you have any life insurance or annuity now, or have you applied for one?',
        '¿Tiene ahora algún seguro de vida o anualidad, o ha solicitado uno?',
        'Você tem agora algum seguro de vida ou anuidade, ou pediu um?',
      ),
    ),
    POLICIES,
  ],
};

const CHANGES_STEP: WebFormStep = {
  key: 'insuranceChanges',
  title: words('More about your insurance', 'Más sobre sus seguros', 'Mais sobre seus seguros'),
  questions: [
    field(
      'existingInsurance.isReplacement',
      'yesno',
      words(
        'Will any of them be ended, reduced or borrowed against for this policy?',
        '¿Se cancelará o reducirá alguno de ellos, o se pedirá un préstamo sobre él, por esta póliza?',
        'Algum deles será cancelado, reduzido ou usado como garantia de empréstimo por causa desta apólice?',
      ),
      { when: HAS_INSURANCE },
    ),
    field(
      'existingInsurance.replacementReason',
      'textarea',
      words(
        'Why do you want to replace it?',
        '¿Por qué desea reemplazarlo?',
        'Por que você quer substituí-lo?',
      ),
      { when: { all: [HAS_INSURANCE, IS_REPLACEMENT] } },
    ),
    field(
      'existingInsurance.isExchange',
      'yesno',
      words(
        'Should its cash value be moved to the new policy (1035 exchange)?',
        '¿Desea pasar su valor en efectivo a la nueva póliza (intercambio 1035)?',
        'O valor em dinheiro dele deve passar para a nova apólice (troca 1035)?',
      ),
      { when: { all: [HAS_INSURANCE, IS_REPLACEMENT] } },
    ),
    field(
      'existingInsurance.wasDeclined',
      'yesno',
      words(
        'Has an insurer ever declined you, postponed you or asked for more than its usual price?',
        '¿Alguna aseguradora lo ha rechazado, aplazado o le ha cobrado más de lo habitual?',
        'Alguma seguradora já recusou ou adiou seu pedido, ou cobrou mais que o normal?',
      ),
    ),
    field(
      'existingInsurance.declinedDetails',
      'textarea',
      words(
        'Which company, when and why?',
        '¿Qué compañía, cuándo y por qué?',
        'Qual seguradora, quando e por quê?',
      ),
      { when: { key: 'existingInsurance.wasDeclined', is: 'yes' } },
    ),
  ],
};

/** Other insurance, and whether it is to be replaced: the question every state's replacement rule asks. */
export const INSURANCE_STEPS: readonly WebFormStep[] = [HELD_STEP, CHANGES_STEP];
