import { expect, it } from 'vitest';
import { waitText } from './wait.ts';

it.each([
  [0, '1 second', '1 segundo', '1 segundo'],
  [45, '45 seconds', '45 segundos', '45 segundos'],
  [60, '1 minute', '1 minuto', '1 minuto'],
  [421, '8 minutes', '8 minutos', '8 minutos'],
  [3600, '60 minutes', '60 minutos', '60 minutos'],
  [5000, '2 hours', '2 horas', '2 horas'],
])('formats %i seconds in every language', (seconds, en, es, pt) => {
  const texts = (['en', 'es', 'pt'] as const).map((language) => waitText({ seconds, language }));
  expect(texts).toEqual([en, es, pt]);
});
