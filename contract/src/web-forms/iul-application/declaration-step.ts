import { field, type WebFormStep, words } from '../definition.ts';

/** What the applicant stands for. */
export const DECLARATION_STEP: WebFormStep = {
  key: 'declarations',
  title: words('Before you finish', 'Antes de terminar', 'Antes de terminar'),
  intro: words(
    'Please read each statement and agree to it.',
    'Lea cada declaración y acéptela.',
    'Leia cada declaração e aceite.',
  ),
  questions: [
    field(
      'declarations.isTrue',
      'agree',
      words(
        'My answers are true and complete to the best of my knowledge.',
        'Mis respuestas son verdaderas y completas según mi leal saber y entender.',
        'Minhas respostas são verdadeiras e completas até onde eu sei.',
      ),
    ),
    field(
      'declarations.isNotGuaranteed',
      'agree',
      words(
        'I understand that the values of an indexed policy depend on an index and are not guaranteed beyond what the policy promises.',
        'Entiendo que los valores de una póliza indexada dependen de un índice y no están garantizados más allá de lo que promete la póliza.',
        'Entendo que os valores de uma apólice indexada dependem de um índice e não são garantidos além do que a apólice promete.',
      ),
    ),
    field(
      'declarations.isNotCovered',
      'agree',
      words(
        'I understand that I am not covered until the company has issued the policy and the first premium is paid.',
        'Entiendo que no tengo cobertura hasta que la compañía emita la póliza y se pague la primera prima.',
        'Entendo que não tenho cobertura até que a seguradora emita a apólice e o primeiro prêmio seja pago.',
      ),
    ),
  ],
};
