import { type Condition, field, type WebFormField, type WebFormStep, words } from '../definition.ts';
import { RELATIONSHIPS } from '../personal-info/choices.ts';
import { HAS_SECOND_ADDRESS, IS_OWNER, JOINT_OWNER } from '../personal-info/ownership-step.ts';
import { OWNER_TYPES } from './choices.ts';

const OTHER_OWNER: Condition = { key: 'ownership.isPrimaryOwner', is: 'no' };
const OWNER_IS_PERSON: Condition = { key: 'ownership.owner_type', is: 'Person' };
const SECOND_ADDRESS: Condition = { key: 'ownership.isSecondaryAddressNotifications', is: 'yes' };

const OWNER: readonly WebFormField[] = [
  field('ownership.owner_type', 'choice', words('The owner is', 'El titular es', 'O titular é'), {
    when: OTHER_OWNER,
    options: OWNER_TYPES,
  }),
  field(
    'ownership.owner_name',
    'text',
    words('Owner: full name', 'Titular: nombre completo', 'Titular: nome completo'),
    { when: OTHER_OWNER },
  ),
  field(
    'ownership.owner_relationship',
    'choice',
    words('Owner: relationship to you', 'Titular: parentesco con usted', 'Titular: relação com você'),
    { when: { all: [OTHER_OWNER, OWNER_IS_PERSON] }, options: RELATIONSHIPS, width: 'half' },
  ),
  field(
    'ownership.owner_dateOfBirth',
    'date',
    words('Owner: date of birth', 'Titular: fecha de nacimiento', 'Titular: data de nascimento'),
    { when: { all: [OTHER_OWNER, OWNER_IS_PERSON] }, width: 'half' },
  ),
  field(
    'ownership.owner_ssn',
    'ssn',
    words(
      'Owner: Social Security or tax number',
      'Titular: número de Seguro Social o de impuestos',
      'Titular: número do Social Security ou fiscal',
    ),
    { when: OTHER_OWNER },
  ),
];

const SECOND_ADDRESS_QUESTIONS: readonly WebFormField[] = [
  field(
    'ownership.second_name',
    'text',
    words('Second address: name', 'Segunda dirección: nombre', 'Segundo endereço: nome'),
    { when: SECOND_ADDRESS },
  ),
  field(
    'ownership.second_streetAddress',
    'text',
    words('Second address: street', 'Segunda dirección: calle y número', 'Segundo endereço: rua e número'),
    { when: SECOND_ADDRESS },
  ),
  field(
    'ownership.second_city',
    'text',
    words('Second address: city', 'Segunda dirección: ciudad', 'Segundo endereço: cidade'),
    { when: SECOND_ADDRESS, maxLength: 100 },
  ),
  field(
    'ownership.second_state',
    'state',
    words('Second address: state', 'Segunda dirección: estado', 'Segundo endereço: estado'),
    { when: SECOND_ADDRESS, width: 'half' },
  ),
  field(
    'ownership.second_zip',
    'zip',
    words(
      'Second address: ZIP code',
      'Segunda dirección: código postal (ZIP)',
      'Segundo endereço: código postal (ZIP)',
    ),
    { when: SECOND_ADDRESS, width: 'half' },
  ),
];

const OWNER_STEP: WebFormStep = {
  key: 'ownership',
  title: words('The owner of the policy', 'El titular de la póliza', 'O titular da apólice'),
  intro: words(
    'The owner pays the premiums and may change the policy. Most people own their policy themselves.',
    'El titular paga las primas y puede cambiar la póliza. La mayoría de las personas son titulares de su propia póliza.',
    'O titular paga os prêmios e pode mudar a apólice. A maioria das pessoas é titular da própria apólice.',
  ),
  questions: [IS_OWNER, ...OWNER],
};

/** Who owns the policy, alone or with somebody, and who else is told about it. */
export const OWNER_STEPS: readonly WebFormStep[] = [
  OWNER_STEP,
  {
    key: 'jointOwner',
    title: words('A joint owner', 'Un cotitular', 'Um cotitular'),
    questions: JOINT_OWNER,
  },
  {
    key: 'notices',
    title: words('Who gets the notices', 'Quién recibe los avisos', 'Quem recebe os avisos'),
    questions: [HAS_SECOND_ADDRESS, ...SECOND_ADDRESS_QUESTIONS],
  },
];
