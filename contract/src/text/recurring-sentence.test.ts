import { expect, it } from 'vitest';
import { recurringSentence } from './recurring-sentence.ts';

const MONTHLY = {
  frequency: 'MONTHLY',
  frequency_interval: 1,
  next_payment_date: '2027-01-05',
  end_date: null,
  total_payments: null,
} as const;

it.each([
  ['en', {}, 'This invoice repeats every month. The next invoice is due on January 5, 2027.'],
  ['es', {}, 'Esta factura se repite cada mes. La próxima factura vence el 5 de enero de 2027.'],
  ['pt', {}, 'Esta fatura se repete todo mês. A próxima fatura vence em 5 de janeiro de 2027.'],
  [
    'en',
    { frequency_interval: 2, end_date: '2027-06-05' },
    'This invoice repeats every 2 months. The next invoice is due on January 5, 2027. It repeats until June 5, 2027.',
  ],
  [
    'es',
    { frequency: 'YEARLY', frequency_interval: 2, total_payments: 3 },
    'Esta factura se repite cada 2 años. La próxima factura vence el 5 de enero de 2027. Son 3 facturas en total.',
  ],
  [
    'pt',
    { frequency: 'QUARTERLY', end_date: '2028-01-05', total_payments: 4 },
    'Esta fatura se repete todo trimestre. A próxima fatura vence em 5 de janeiro de 2027. Ela se repete até 5 de janeiro de 2028. São 4 faturas no total.',
  ],
] as const)('describes in %s the schedule %j', (language, changes, sentence) => {
  expect(recurringSentence(language, { ...MONTHLY, ...changes })).toBe(sentence);
});
