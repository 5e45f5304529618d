import { field, type Localized, type WebFormStep, words } from '../definition.ts';

const yesno = (name: string, label: Localized) => field(`lifestyle.${name}`, 'yesno', label);

const QUESTIONS = [
  yesno(
    'hasDrivingViolation',
    words(
      'In the past 5 years, was your license suspended, or were you found guilty of drunk or reckless driving?',
      'En los últimos 5 años, ¿le suspendieron la licencia o lo condenaron por conducir ebrio o de forma peligrosa?',
      'Nos últimos 5 anos, sua carteira foi suspensa ou você foi condenado por dirigir bêbado ou com imprudência?',
    ),
  ),
  yesno(
    'hasHazardousActivity',
    words(
      'Do you fly, race, dive, climb or do another dangerous sport?',
      '¿Vuela, corre carreras, bucea, escala o practica otro deporte peligroso?',
      'Você voa, corre, mergulha, escala ou pratica outro esporte perigoso?',
    ),
  ),
  yesno(
    'hasFelony',
    words(
      'Have you ever been found guilty of a felony, or is a charge pending?',
      '¿Lo han condenado alguna vez por un delito grave, o tiene un cargo pendiente?',
      'Você já foi condenado por um crime grave, ou responde a algum processo?',
    ),
  ),
  yesno(
    'hasBankruptcy',
    words(
      'Have you declared bankruptcy in the past 7 years?',
      '¿Se ha declarado en bancarrota en los últimos 7 años?',
      'Você declarou falência nos últimos 7 anos?',
    ),
  ),
];

/** Risks outside of health. */
export const LIFESTYLE_STEP: WebFormStep = {
  key: 'lifestyle',
  title: words('Your way of life', 'Su estilo de vida', 'Seu estilo de vida'),
  questions: [
    ...QUESTIONS,
    field(
      'lifestyle.details',
      'textarea',
      words(
        'Please explain every yes: what it was and when',
        'Explique cada respuesta afirmativa: qué fue y cuándo',
        'Explique cada resposta sim: o que foi e quando',
      ),
      { when: { any: QUESTIONS.map(({ key }) => ({ key, is: 'yes' })) } },
    ),
  ],
};
