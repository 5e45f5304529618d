import { field, type Localized, type WebFormQuestion, type WebFormStep, words } from '../definition.ts';
import { DOCTOR_STEP, MEDICAL_STEP } from '../personal-info/medical-step.ts';

const yesno = (name: string, label: Localized) => field(`medicalHistory.${name}`, 'yesno', label);

/** A question that the personal information form asks as well. */
const basic = (name: string) => MEDICAL_STEP.questions.filter(({ key }) => key === `medicalHistory.${name}`);

const HEART: readonly WebFormQuestion[] = [
  ...basic('hasHeartDisease'),
  yesno(
    'hasHighBloodPressure',
    words(
      'Have you ever had high blood pressure or high cholesterol?',
      '¿Ha tenido alguna vez presión alta o colesterol alto?',
      'Você já teve pressão alta ou colesterol alto?',
    ),
  ),
  yesno(
    'hasStroke',
    words(
      'Have you ever had a stroke, seizures or another disease of the nerves?',
      '¿Ha tenido alguna vez un derrame cerebral, convulsiones u otra enfermedad nerviosa?',
      'Você já teve derrame, convulsões ou outra doença dos nervos?',
    ),
  ),
  yesno(
    'hasMentalIllness',
    words(
      'Have you ever been treated for depression, anxiety or another mental illness?',
      '¿Ha recibido alguna vez tratamiento por depresión, ansiedad u otra enfermedad mental?',
      'Você já fez tratamento para depressão, ansiedade ou outra doença mental?',
    ),
  ),
];

const ILLNESSES: readonly WebFormQuestion[] = [
  ...basic('hasDiabetes'),
  ...basic('hasCancer'),
  yesno(
    'hasLungDisease',
    words(
      'Have you ever had asthma, sleep apnea or another disease of the lungs?',
      '¿Ha tenido alguna vez asma, apnea del sueño u otra enfermedad de los pulmones?',
      'Você já teve asma, apneia do sono ou outra doença dos pulmões?',
    ),
  ),
  yesno(
    'hasOrganDisease',
    words(
      'Have you ever had a disease of the liver, the kidneys or the stomach?',
      '¿Ha tenido alguna vez una enfermedad del hígado, los riñones o el estómago?',
      'Você já teve uma doença do fígado, dos rins ou do estômago?',
    ),
  ),
  yesno(
    'hasHiv',
    words(
      'Have you ever been told that you have HIV or AIDS?',
      '¿Le han dicho alguna vez que tiene VIH o sida?',
      'Já lhe disseram que você tem HIV ou AIDS?',
    ),
  ),
];

const LAST_TOBACCO = field(
  'medicalHistory.lastTobaccoYear',
  'number',
  words(
    'In what year did you last smoke or use tobacco?',
    '¿En qué año fumó o usó tabaco por última vez?',
    'Em que ano você fumou ou usou tabaco pela última vez?',
  ),
  { when: { key: 'medicalHistory.smokeStatus', is: 'Former' }, min: 1930, max: 2100 },
);

const HABITS: readonly WebFormQuestion[] = [
  ...basic('hasWeightChange'),
  ...basic('smokeStatus'),
  LAST_TOBACCO,
  yesno(
    'usesDrugs',
    words(
      'Have you used illegal drugs, or been treated for alcohol, in the past 10 years?',
      '¿Ha usado drogas ilegales, o recibido tratamiento por alcohol, en los últimos 10 años?',
      'Você usou drogas ilegais, ou fez tratamento por álcool, nos últimos 10 anos?',
    ),
  ),
];

const HOSPITAL: readonly WebFormQuestion[] = [
  yesno(
    'wasInHospital',
    words(
      'Have you been in a hospital, or had surgery, in the past 5 years?',
      '¿Ha estado en un hospital, o tenido una operación, en los últimos 5 años?',
      'Você esteve no hospital, ou fez cirurgia, nos últimos 5 anos?',
    ),
  ),
  yesno(
    'hasFamilyHistory',
    words(
      'Did a parent, brother or sister have heart disease or cancer before the age of 60?',
      '¿Alguno de sus padres o hermanos tuvo una enfermedad del corazón o cáncer antes de los 60 años?',
      'Seu pai, sua mãe ou algum irmão teve doença do coração ou câncer antes dos 60 anos?',
    ),
  ),
];

const YES_NO = [...HEART, ...ILLNESSES, ...HABITS, ...HOSPITAL].filter(({ kind }) => kind === 'yesno');

const DETAILS = field(
  'medicalHistory.details',
  'textarea',
  words(
    'Please explain every yes to the questions on your health: what it was, when, and the treatment',
    'Explique cada respuesta afirmativa a las preguntas sobre su salud: qué fue, cuándo y el tratamiento',
    'Explique cada resposta sim às perguntas sobre sua saúde: o que foi, quando e o tratamento',
  ),
  { when: { any: YES_NO.map(({ key }) => ({ key, is: 'yes' })) } },
);

/** The health questions of both forms and those that an underwriter adds, what belongs together on one step. */
export const HEALTH_STEPS: readonly WebFormStep[] = [
  {
    ...MEDICAL_STEP,
    title: words(
      'Your health: heart, nerves and mind',
      'Su salud: corazón, nervios y mente',
      'Sua saúde: coração, nervos e mente',
    ),
    questions: HEART,
  },
  {
    key: 'illnesses',
    title: words('Your health: other illnesses', 'Su salud: otras enfermedades', 'Sua saúde: outras doenças'),
    questions: ILLNESSES,
  },
  {
    key: 'habits',
    title: words(
      'Your health: weight, tobacco and drugs',
      'Su salud: peso, tabaco y drogas',
      'Sua saúde: peso, tabaco e drogas',
    ),
    questions: HABITS,
  },
  {
    key: 'hospital',
    title: words(
      'Your health: hospital and family',
      'Su salud: hospital y familia',
      'Sua saúde: hospital e família',
    ),
    questions: [...HOSPITAL, DETAILS],
  },
  DOCTOR_STEP,
];
