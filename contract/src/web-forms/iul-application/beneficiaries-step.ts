import { field, type WebFormField, type WebFormList, type WebFormStep, words } from '../definition.ts';
import { BENEFICIARIES } from '../personal-info/ownership-step.ts';

/** Beyond name, relationship and percentage a carrier asks for the day of birth, where it is known. */
const FIELDS: readonly WebFormField[] = [
  ...BENEFICIARIES.fields,
  field('dateOfBirth', 'date', words('Date of birth', 'Fecha de nacimiento', 'Data de nascimento'), {
    required: false,
    beneficiary: 'dob',
  }),
];

/** The client's record has places for primary beneficiaries only. */
const { client: _, ...NOT_IN_THE_RECORD } = BENEFICIARIES;

const PRIMARY: WebFormList = {
  ...BENEFICIARIES,
  label: words('Primary beneficiaries', 'Beneficiarios principales', 'Beneficiários principais'),
  fields: FIELDS,
};

const CONTINGENT: WebFormList = {
  ...NOT_IN_THE_RECORD,
  key: 'ownership.contingentBeneficiaries',
  label: words('Contingent beneficiaries', 'Beneficiarios contingentes', 'Beneficiários contingentes'),
  hint: words(
    'Who receives the benefit if no primary beneficiary is living. Leave this out if you wish; otherwise the percentages add up to 100.',
    'Quién recibe el beneficio si ningún beneficiario principal vive. Puede omitirlo; si no, los porcentajes suman 100.',
    'Quem recebe o benefício se nenhum beneficiário principal estiver vivo. Pode deixar de fora; senão, as porcentagens somam 100.',
  ),
  itemLabel: words('Contingent beneficiary', 'Beneficiario contingente', 'Beneficiário contingente'),
  addLabel: words(
    'Add a contingent beneficiary',
    'Agregar un beneficiario contingente',
    'Adicionar um beneficiário contingente',
  ),
  minItems: 0,
  fields: FIELDS,
};

/** Who benefits, and who does in their place. */
export const BENEFICIARY_STEPS: readonly WebFormStep[] = [
  {
    key: 'beneficiaries',
    title: words('Beneficiaries', 'Beneficiarios', 'Beneficiários'),
    questions: [PRIMARY],
  },
  {
    key: 'contingentBeneficiaries',
    title: words(
      'Beneficiaries in second place',
      'Beneficiarios en segundo lugar',
      'Beneficiários em segundo lugar',
    ),
    questions: [CONTINGENT],
  },
];
