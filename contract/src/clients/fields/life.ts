import { fieldsOf } from './field.ts';

export const EMPLOYMENT_FIELDS = fieldsOf('employment', [
  { name: 'occupation', label: 'Occupation', aliases: ['job', 'job title'] },
  { name: 'name_of_employer', label: 'Employer', aliases: ['employer name', 'name of employer'] },
  { name: 'employer_phone', label: 'Employer phone', kind: 'phone' },
  { name: 'employer_email', label: 'Employer email', kind: 'email' },
  { name: 'employer_address', label: 'Employer address', width: 220 },
  { name: 'business_name', label: 'Business name', aliases: ['business'] },
  {
    name: 'business_ein',
    label: 'Business EIN',
    maxLength: 40,
    isNumber: true,
    identifier: 'ein',
    isEncrypted: true,
    aliases: ['ein'],
  },
  {
    name: 'agi',
    label: 'AGI',
    kind: 'money',
    isEncrypted: true,
    aliases: ['adjusted gross income', 'income'],
  },
]);

export const BANK_FIELDS = fieldsOf('bank', [
  { name: 'bank_name', label: 'Bank', short: 'Bank name', aliases: ['bank name'] },
  { name: 'account_name', label: 'Account name', aliases: ['name on account'] },
  {
    name: 'routing_number',
    label: 'Routing number',
    kind: 'secret',
    isNumber: true,
    identifier: 'routing',
    aliases: ['routing', 'aba'],
  },
  {
    name: 'account_number',
    label: 'Account number',
    kind: 'secret',
    isNumber: true,
    aliases: ['account', 'bank account'],
  },
]);

export const CARD_FIELDS = fieldsOf('card', [
  { name: 'name_on_card', label: 'Name on card', aliases: ['cardholder'] },
  {
    name: 'card_number',
    label: 'Card number',
    kind: 'secret',
    isNumber: true,
    identifier: 'card',
    aliases: ['card', 'credit card'],
  },
  {
    name: 'exp_date',
    label: 'Card expiry',
    short: 'Expiry',
    width: 100,
    maxLength: 20,
    aliases: ['exp', 'expiration'],
  },
  {
    name: 'cvc',
    label: 'Card CVC',
    short: 'CVC',
    kind: 'secret',
    mask: 'bullets',
    isNumber: true,
    isSecurityCode: true,
    width: 90,
    aliases: ['cvv', 'cvc'],
  },
]);

export const NOTES_FIELDS = fieldsOf('notes', [
  { name: 'notes', label: 'Notes', kind: 'richtext', aliases: ['note', 'comments'] },
  { name: 'notes_2', label: 'Notes 2', kind: 'richtext' },
]);

const relative = <const Who extends string>(who: Who, label: string) =>
  [
    { name: `age_of_${who}`, label: `Age of ${label}`, width: 110, maxLength: 40, isEncrypted: true },
    { name: `status_of_${who}`, label: `Status of ${label}`, width: 130, isEncrypted: true },
  ] as const;

export const FAMILY_FIELDS = fieldsOf('family', [
  ...relative('mother', 'mother'),
  ...relative('father', 'father'),
  ...relative('sibling1', 'sibling 1'),
  ...relative('sibling2', 'sibling 2'),
  ...relative('sibling3', 'sibling 3'),
  ...relative('sibling4', 'sibling 4'),
]);

export const LOGIN_FIELDS = fieldsOf('logins', [
  {
    name: 'medicare_gov',
    label: 'Medicare.gov',
    short: 'Medicare.gov username',
    aliases: ['medicare.gov username'],
  },
  { name: 'mp_username', label: 'Marketplace username', aliases: ['mp user', 'portal username'] },
  {
    name: 'mp_pass',
    label: 'Marketplace password',
    kind: 'secret',
    mask: 'bullets',
    aliases: ['mp password', 'portal password'],
  },
]);

/** The owner of the client; an agent's id, also parsed from a name. */
export const OWNER_FIELDS = fieldsOf('owner', [
  {
    name: 'owner_agent_id',
    label: 'Owner',
    kind: 'agent',
    aliases: ['agent', 'client owner', 'assigned to', 'owner agent'],
  },
]);

export const CARE_FIELDS = fieldsOf('care', [
  {
    name: 'name_of_pcp',
    label: 'PCP',
    short: 'Primary care physician',
    isEncrypted: true,
    aliases: ['primary care physician', 'doctor'],
  },
  { name: 'name_of_spec1', label: 'Specialist 1', isEncrypted: true, aliases: ['spec 1'] },
  { name: 'name_of_spec2', label: 'Specialist 2', isEncrypted: true, aliases: ['spec 2'] },
  { name: 'name_of_spec3', label: 'Specialist 3', isEncrypted: true, aliases: ['spec 3'] },
  { name: 'name_of_rx1', label: 'Prescription 1', isEncrypted: true, aliases: ['rx 1'] },
  { name: 'name_of_rx2', label: 'Prescription 2', isEncrypted: true, aliases: ['rx 2'] },
  { name: 'name_of_rx3', label: 'Prescription 3', isEncrypted: true, aliases: ['rx 3'] },
  {
    name: 'next_f_u_date',
    label: 'Next follow-up',
    kind: 'date',
    dateOf: 'follow_up',
    aliases: ['follow up', 'follow-up', 'next follow up', 'follow up date', 'next f/u date'],
  },
]);
