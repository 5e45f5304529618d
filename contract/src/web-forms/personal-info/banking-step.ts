import { field, type WebFormStep, words } from '../definition.ts';
import { ACCOUNT_TYPES } from './choices.ts';

const ACCOUNT_QUESTIONS = [
  'banking.bankName',
  'banking.accountName',
  'banking.accountType',
  'banking.routingNumber',
  'banking.accountNumber',
];
/** Nothing here has to be answered; who answers one question answers them all. */
const ALL_OR_NOTHING = { required: false, requiredWith: ACCOUNT_QUESTIONS };

/** The account that premiums are paid from. */
export const BANKING_STEP: WebFormStep = {
  key: 'banking',
  title: words('Your bank', 'Su banco', 'Seu banco'),
  intro: words(
    'For premiums paid from your account. You may leave this empty and give it to your agent later.',
    'Para las primas que se pagan desde su cuenta. Puede dejarlo vacío y dárselo después a su agente.',
    'Para prêmios pagos pela sua conta. Você pode deixar vazio e informar ao seu agente depois.',
  ),
  questions: [
    field('banking.bankName', 'text', words('Name of the bank', 'Nombre del banco', 'Nome do banco'), {
      ...ALL_OR_NOTHING,
      client: { field: 'bank_name', isPrefilled: false },
    }),
    field(
      'banking.accountName',
      'text',
      words('Name on the account', 'Nombre del titular de la cuenta', 'Nome do titular da conta'),
      { ...ALL_OR_NOTHING, client: { field: 'account_name', isPrefilled: false } },
    ),
    field('banking.accountType', 'choice', words('Type of account', 'Tipo de cuenta', 'Tipo de conta'), {
      ...ALL_OR_NOTHING,
      options: ACCOUNT_TYPES,
    }),
    field(
      'banking.routingNumber',
      'routing',
      words('Routing number', 'Número de ruta', 'Número de roteamento'),
      {
        ...ALL_OR_NOTHING,
        client: { field: 'routing_number', isPrefilled: false },
        hint: words(
          'The 9 digits at the bottom left of a check',
          'Los 9 dígitos abajo a la izquierda de un cheque',
          'Os 9 dígitos embaixo à esquerda de um cheque',
        ),
      },
    ),
    field(
      'banking.accountNumber',
      'account',
      words('Account number', 'Número de cuenta', 'Número da conta'),
      { ...ALL_OR_NOTHING, client: { field: 'account_number', isPrefilled: false } },
    ),
  ],
};
