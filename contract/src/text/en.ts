import { PAYMENT_STATE_LABELS } from '../rules/constants.ts';
import type { RecurringFrequency } from '../rules/recurring.ts';

export { forms } from './forms/en.ts';

// Texts for clients outside the pages themselves. The other languages must have the same keys, or they do not compile.

/** Validation messages; `{min}`, `{max}` and `{sum}` are placeholders. */
export const problems = {
  required: 'Please fill this in',
  choose: 'Please choose an answer',
  agree: 'Please agree to this to continue',
  date: 'Please enter a date as month/day/year, such as 05/31/1990',
  date_future: 'This date cannot be in the future',
  date_old: 'Please check the year',
  ssn: 'Please enter all 9 digits of the Social Security number',
  phone: 'Please enter a valid phone number, such as (305) 555-0123',
  email: 'Please enter a valid email address',
  zip: 'Please enter a 5-digit ZIP code',
  routing: 'Please check the routing number: it has 9 digits and is printed on your checks',
  account: 'Please enter the account number, 4 to 17 digits',
  option: 'Please choose one of the answers offered',
  number: 'Please enter a whole number from {min} to {max}',
  percent: 'Please enter a percentage above 0 and up to 100',
  money: 'Please enter an amount such as 1234.50',
  money_range: 'Please enter an amount from {min} to {max}',
  too_long: 'Please use at most {max} characters',
  null_character: 'This text contains a character that cannot be stored',
  wrong_type: 'We couldn’t read this answer',
  unknown_key: 'This is not a known field',
  masked: 'Please type the full value again',
  total: 'The percentages must add up to 100% (now {sum}%)',
  too_few: 'Please add at least {min}',
  too_many: 'You can add up to {max}',
};

/** Emails to clients: links to forms, signed copies and invoices, reminders and receipts. */
export const emails = {
  hello: 'Hello {name},',
  helloPlain: 'Hello,',
  prepared:
    '{from} has prepared "{title}" for you. You can complete it on your phone or computer. No password is needed.',
  preparedWithPasscode:
    '{from} has prepared "{title}" for you. You can complete it on your phone or computer. Your agent will give you the passcode you need to open it.',
  preparedForms:
    '{from} has prepared your forms. You can complete them on your phone or computer. No password is needed.',
  preparedFormsWithPasscode:
    '{from} has prepared your forms. You can complete them on your phone or computer. Your agent will give you the passcode you need to open them.',
  reminder: 'Reminder',
  remind:
    'A friendly reminder from {from}: "{title}" is waiting for you. You can complete it on your phone or computer.',
  remindForms:
    'A friendly reminder from {from}: your forms are waiting for you. You can complete them on your phone or computer.',
  remindInvoice: 'A friendly reminder: invoice {reference}, "{title}", has not been paid yet.',
  copy: 'Thank you for signing. Your copy of "{title}" is ready. Use this link to download it.',
  open: 'Open',
  validity: 'This link works until {expires}.',
  warning:
    'This link is personal. Please do not forward it. If you were not expecting this message, you can ignore it.',
  invoiceSubject: 'invoice {reference}',
  invoice: 'Here is invoice {reference}, "{title}".',
  amount: 'Amount due: {amount}',
  due: 'Due date: {date}',
  pay: 'Pay the invoice',
  nothingDue: 'Nothing to pay: credits cover the full amount.',
  viewInvoice: 'View the invoice',
  attached: 'The invoice is attached as a PDF.',
  turn: '{from} has signed "{title}". Now it is your turn to sign. You can sign on your phone or computer.',
  turnSubject: 'your turn to sign {title}',
  receipt: 'Thank you. We received your payment of {amount} for invoice {reference}, "{title}".',
  receiptSubject: 'receipt for invoice {reference}',
  paidOn: 'Payment date: {date}',
  stillDue: 'Balance due: {amount}',
  paidInFull: 'The invoice is paid in full.',
  payRest: 'Pay the balance',
  call: 'Questions? Call us at {phone}.',
  callAgent: 'Questions? Call {name} at {phone}.',
  contents: 'What’s inside:',
  minutes: 'It takes about {minutes} minutes.',
  fallback: 'If the button doesn’t work, open this link:',
};

/** Sentences about the schedule on a recurring invoice: in its email and PDF, and on its payment page. */
export const recurring = {
  repeats: 'This invoice repeats {interval}. The next invoice is due on {date}.',
  until: 'It repeats until {date}.',
  count: 'There are {count} invoices in total.',
  intervals: {
    DAILY: ['every day', 'every {count} days'],
    WEEKLY: ['every week', 'every {count} weeks'],
    MONTHLY: ['every month', 'every {count} months'],
    QUARTERLY: ['every quarter', 'every {count} quarters'],
    YEARLY: ['every year', 'every {count} years'],
  } satisfies Record<RecurringFrequency, [string, string]>,
};

/** The PDF of an invoice. */
export const pdf = {
  invoice: 'Invoice',
  date: 'Date',
  due: 'Due date',
  status: 'Status',
  billTo: 'Bill to',
  item: 'Description',
  quantity: 'Quantity',
  price: 'Unit price',
  amount: 'Amount',
  subtotal: 'Subtotal',
  tax: 'Tax',
  total: 'Total',
  paid: 'Paid',
  balance: 'Amount due',
  page: 'Page',
  refunded: 'Refunded',
  statuses: PAYMENT_STATE_LABELS,
};
