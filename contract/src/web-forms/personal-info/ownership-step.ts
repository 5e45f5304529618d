import { MAX_BENEFICIARIES } from '../../rules.ts';
import {
  type Condition,
  field,
  type WebFormField,
  type WebFormList,
  type WebFormStep,
  words,
} from '../definition.ts';
import { RELATIONSHIPS } from './choices.ts';

const HAS_JOINT_OWNER: Condition = { key: 'ownership.isJointOwner', is: 'yes' };

export const BENEFICIARIES: WebFormList = {
  key: 'ownership.beneficiaries',
  kind: 'list',
  label: words('Beneficiaries', 'Beneficiarios', 'Beneficiários'),
  hint: words(
    'Who receives the benefit, and how much of it. The percentages add up to 100.',
    'Quién recibe el beneficio y qué parte. Los porcentajes suman 100.',
    'Quem recebe o benefício e qual parte. As porcentagens somam 100.',
  ),
  itemLabel: words('Beneficiary', 'Beneficiario', 'Beneficiário'),
  addLabel: words('Add another beneficiary', 'Agregar otro beneficiario', 'Adicionar outro beneficiário'),
  removeLabel: words('Remove this beneficiary', 'Quitar este beneficiario', 'Remover este beneficiário'),
  minItems: 1,
  maxItems: MAX_BENEFICIARIES,
  total: { key: 'percentage', is: 100 },
  client: 'beneficiaries',
  fields: [
    field('name', 'text', words('Full name', 'Nombre completo', 'Nome completo'), {
      beneficiary: 'name',
    }),
    field(
      'relationship',
      'choice',
      words('Relationship to you', 'Parentesco con usted', 'Relação com você'),
      {
        options: RELATIONSHIPS,
        width: 'half',
        beneficiary: 'relationship',
      },
    ),
    field('percentage', 'percent', words('Percentage', 'Porcentaje', 'Porcentagem'), {
      width: 'half',
      beneficiary: 'pct',
    }),
  ],
};

export const IS_OWNER: WebFormField = field(
  'ownership.isPrimaryOwner',
  'yesno',
  words(
    'Will you be the owner of the policy or account?',
    '¿Será usted el titular de la póliza o cuenta?',
    'Você será o titular da apólice ou conta?',
  ),
);

/** Whether there is a joint owner, and who it is. */
export const JOINT_OWNER: readonly WebFormField[] = [
  field(
    'ownership.isJointOwner',
    'yesno',
    words('Is there a joint owner?', '¿Hay un cotitular?', 'Há um cotitular?'),
  ),
  field(
    'ownership.joint_firstName',
    'text',
    words('Joint owner: first name', 'Cotitular: nombre', 'Cotitular: nome'),
    { when: HAS_JOINT_OWNER, maxLength: 100, width: 'half' },
  ),
  field(
    'ownership.joint_lastName',
    'text',
    words('Joint owner: last name', 'Cotitular: apellidos', 'Cotitular: sobrenome'),
    { when: HAS_JOINT_OWNER, maxLength: 100, width: 'half' },
  ),
  field(
    'ownership.joint_dateOfBirth',
    'date',
    words('Joint owner: date of birth', 'Cotitular: fecha de nacimiento', 'Cotitular: data de nascimento'),
    {
      when: HAS_JOINT_OWNER,
      hint: words('Month, day, year', 'Mes, día, año', 'Mês, dia, ano'),
      width: 'half',
    },
  ),
  field(
    'ownership.joint_ssn',
    'ssn',
    words(
      'Joint owner: Social Security number',
      'Cotitular: número de Seguro Social',
      'Cotitular: número do Social Security',
    ),
    { when: HAS_JOINT_OWNER, width: 'half' },
  ),
];

export const HAS_SECOND_ADDRESS: WebFormField = field(
  'ownership.isSecondaryAddressNotifications',
  'yesno',
  words(
    'Should notices also go to a second address?',
    '¿Desea que los avisos lleguen también a una segunda dirección?',
    'Os avisos devem ir também para um segundo endereço?',
  ),
);

/** Who owns the policy or account. */
export const OWNERSHIP_STEP: WebFormStep = {
  key: 'ownership',
  title: words('Ownership', 'Titularidad', 'Titularidade'),
  questions: [IS_OWNER, ...JOINT_OWNER],
};

/** Who else is told about it, and who benefits. */
export const BENEFICIARIES_STEP: WebFormStep = {
  key: 'beneficiaries',
  title: words('Notices and beneficiaries', 'Avisos y beneficiarios', 'Avisos e beneficiários'),
  questions: [HAS_SECOND_ADDRESS, BENEFICIARIES],
};
