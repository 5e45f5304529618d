import { field, type WebFormStep, words } from '../definition.ts';
import { SMOKE_STATUSES } from './choices.ts';

/** Health questions that every carrier asks. */
export const MEDICAL_STEP: WebFormStep = {
  key: 'medicalHistory',
  title: words('Your health', 'Su salud', 'Sua saúde'),
  intro: words(
    'Answer as well as you can; your agent goes through it with you.',
    'Responda lo mejor que pueda; su agente lo revisará con usted.',
    'Responda da melhor forma possível; seu agente vai rever com você.',
  ),
  questions: [
    field(
      'medicalHistory.hasWeightChange',
      'yesno',
      words(
        'Has your weight changed by more than 10 pounds in the past year?',
        '¿Ha cambiado su peso más de 10 libras en el último año?',
        'Seu peso mudou mais de 10 libras no último ano?',
      ),
    ),
    field(
      'medicalHistory.hasHeartDisease',
      'yesno',
      words(
        'Have you ever had heart disease?',
        '¿Ha tenido alguna vez una enfermedad del corazón?',
        'Você já teve doença do coração?',
      ),
    ),
    field(
      'medicalHistory.hasDiabetes',
      'yesno',
      words('Have you ever had diabetes?', '¿Ha tenido alguna vez diabetes?', 'Você já teve diabetes?'),
    ),
    field(
      'medicalHistory.hasCancer',
      'yesno',
      words('Have you ever had cancer?', '¿Ha tenido alguna vez cáncer?', 'Você já teve câncer?'),
    ),
    field('medicalHistory.smokeStatus', 'choice', words('Smoking', 'Tabaco', 'Tabaco'), {
      options: SMOKE_STATUSES,
    }),
  ],
};

/** The doctor and what is taken. */
export const DOCTOR_STEP: WebFormStep = {
  key: 'doctor',
  title: words('Your doctor and medicines', 'Su médico y sus medicinas', 'Seu médico e seus remédios'),
  questions: [
    field(
      'medicalHistory.primaryPhysician',
      'text',
      words('Your doctor: name and city', 'Su médico: nombre y ciudad', 'Seu médico: nome e cidade'),
      { required: false, client: { field: 'name_of_pcp' } },
    ),
    field(
      'medicalHistory.currentMedications',
      'textarea',
      words('Medicines you take now', 'Medicinas que toma ahora', 'Remédios que você toma agora'),
      {
        required: false,
        hint: words(
          'Name, dose and how often. Leave empty if none.',
          'Nombre, dosis y frecuencia. Déjelo vacío si no toma ninguna.',
          'Nome, dose e frequência. Deixe vazio se não toma nenhum.',
        ),
      },
    ),
  ],
};
