import { field, type WebFormStep, words } from '../definition.ts';
import { EMPLOYMENT_STATUSES, GENDERS, NAME_SUFFIXES, NAME_TITLES } from './choices.ts';

/** The name. */
const NAME_STEP: WebFormStep = {
  key: 'personalInfo',
  title: words('About you', 'Sobre usted', 'Sobre você'),
  intro: words(
    'Please write your name as it appears on your identification.',
    'Escriba su nombre como aparece en su identificación.',
    'Escreva seu nome como aparece no seu documento de identidade.',
  ),
  questions: [
    field('personalInfo.nameTitle', 'choice', words('Title', 'Tratamiento', 'Tratamento'), {
      required: false,
      options: NAME_TITLES,
      autocomplete: 'honorific-prefix',
      width: 'third',
    }),
    field('personalInfo.firstName', 'text', words('First name', 'Nombre', 'Nome'), {
      autocomplete: 'given-name',
      client: { field: 'client_first_name' },
      maxLength: 100,
    }),
    field('personalInfo.middleName', 'text', words('Middle name', 'Segundo nombre', 'Nome do meio'), {
      required: false,
      autocomplete: 'additional-name',
      maxLength: 100,
    }),
    field('personalInfo.lastName', 'text', words('Last name', 'Apellidos', 'Sobrenome'), {
      autocomplete: 'family-name',
      client: { field: 'client_last_name' },
      maxLength: 100,
    }),
    field('personalInfo.nameSuffix', 'choice', words('Suffix', 'Sufijo', 'Sufixo'), {
      required: false,
      options: NAME_SUFFIXES,
      autocomplete: 'honorific-suffix',
      width: 'third',
    }),
    field('personalInfo.gender', 'choice', words('Gender', 'Género', 'Gênero'), {
      options: GENDERS,
    }),
  ],
};

/** Birth and citizenship. */
const BIRTH_STEP: WebFormStep = {
  key: 'birth',
  title: words('Birth and citizenship', 'Nacimiento y ciudadanía', 'Nascimento e cidadania'),
  questions: [
    field(
      'personalInfo.dateOfBirth',
      'date',
      words('Date of birth', 'Fecha de nacimiento', 'Data de nascimento'),
      {
        autocomplete: 'bday',
        client: { field: 'dob' },
        hint: words('Month, day, year', 'Mes, día, año', 'Mês, dia, ano'),
        width: 'half',
      },
    ),
    field(
      'personalInfo.ssn',
      'ssn',
      words('Social Security number', 'Número de Seguro Social', 'Número do Social Security'),
      {
        required: false,
        client: { field: 'ssn', isPrefilled: false },
        hint: words(
          'Kept encrypted. Leave it empty if you have none.',
          'Se guarda cifrado. Déjelo vacío si no tiene.',
          'É guardado criptografado. Deixe vazio se não tiver.',
        ),
      },
    ),
    field(
      'personalInfo.countryOfBirth',
      'text',
      words('Country of birth', 'País de nacimiento', 'País de nascimento'),
      { maxLength: 100, width: 'half' },
    ),
    field(
      'personalInfo.stateOfBirth',
      'text',
      words(
        'State or province of birth',
        'Estado o provincia de nacimiento',
        'Estado ou província de nascimento',
      ),
      { required: false, maxLength: 100, width: 'half' },
    ),
    field(
      'personalInfo.usCitizen',
      'yesno',
      words('Are you a U.S. citizen?', '¿Es usted ciudadano de los EE. UU.?', 'Você é cidadão dos EUA?'),
    ),
    field(
      'personalInfo.foreignTravel',
      'yesno',
      words(
        'Do you plan to travel or live outside the U.S. in the next two years?',
        '¿Piensa viajar o vivir fuera de los EE. UU. en los próximos dos años?',
        'Você pretende viajar ou morar fora dos EUA nos próximos dois anos?',
      ),
    ),
  ],
};

/** What every carrier asks about body and work. */
const BODY_STEP: WebFormStep = {
  key: 'bodyAndWork',
  title: words('Height, weight and work', 'Estatura, peso y trabajo', 'Altura, peso e trabalho'),
  questions: [
    field('personalInfo.heightFt', 'number', words('Height: feet', 'Estatura: pies', 'Altura: pés'), {
      min: 1,
      max: 8,
      client: { field: 'height', part: 'feet' },
      width: 'third',
    }),
    field(
      'personalInfo.heightIn',
      'number',
      words('Height: inches', 'Estatura: pulgadas', 'Altura: polegadas'),
      {
        min: 0,
        max: 11,
        client: { field: 'height', part: 'inches' },
        width: 'third',
      },
    ),
    field('personalInfo.weight', 'number', words('Weight in pounds', 'Peso en libras', 'Peso em libras'), {
      min: 1,
      max: 1500,
      client: { field: 'weight', part: 'pounds' },
      width: 'third',
    }),
    field(
      'personalInfo.isMilitary',
      'yesno',
      words(
        'Do you serve in the military?',
        '¿Presta servicio en las fuerzas armadas?',
        'Você serve nas forças armadas?',
      ),
    ),
    field(
      'personalInfo.employmentStatus',
      'choice',
      words('Employment', 'Situación laboral', 'Situação de trabalho'),
      {
        options: EMPLOYMENT_STATUSES,
      },
    ),
    field(
      'personalInfo.validDriversLicense',
      'yesno',
      words(
        "Do you have a valid driver's license?",
        '¿Tiene una licencia de conducir vigente?',
        'Você tem carteira de motorista válida?',
      ),
    ),
  ],
};

/** Who the person is. */
export const PERSONAL_STEPS: readonly WebFormStep[] = [NAME_STEP, BIRTH_STEP, BODY_STEP];
