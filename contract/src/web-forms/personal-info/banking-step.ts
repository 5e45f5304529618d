import { choices, defineQuestion, step } from '../question-builders.ts';

const ACCOUNT_QUESTIONS = [
  'banking.bankName',
  'banking.accountName',
  'banking.accountType',
  'banking.routingNumber',
  'banking.accountNumber',
];
/** All questions are optional, but answering one makes all of them required. */
const ALL_OR_NOTHING = { required: false, requiredWith: ACCOUNT_QUESTIONS };

/** The account that premiums are paid from. */
export const BANKING_STEP = step('banking', [
  defineQuestion('banking.bankName', 'text', {
    ...ALL_OR_NOTHING,
    client: { field: 'bank_name', isPrefilled: false },
  }),
  defineQuestion('banking.accountName', 'text', {
    ...ALL_OR_NOTHING,
    client: { field: 'account_name', isPrefilled: false },
  }),
  defineQuestion('banking.accountType', 'choice', { ...ALL_OR_NOTHING, options: choices('accountType') }),
  defineQuestion('banking.routingNumber', 'routing', {
    ...ALL_OR_NOTHING,
    client: { field: 'routing_number', isPrefilled: false },
  }),
  defineQuestion('banking.accountNumber', 'account', {
    ...ALL_OR_NOTHING,
    client: { field: 'account_number', isPrefilled: false },
  }),
]);
