import type { NewField, NewTemplate } from '../../fakes/src/docusign/template-maker.ts';

const client = (kind: string, ...labels: string[]): NewField[] =>
  labels.map((label) => ({ role: 'Client', kind, label }));

const list = (label: string, ...options: string[]): NewField => ({
  role: 'Client',
  kind: 'list',
  label,
  options,
});

/** The fake DocuSign account: the documents of the built-in library, with the labels that the demo's prices refer to. */
export const TEMPLATES: NewTemplate[] = [
  {
    name: 'Advisory Agreement',
    roles: ['Advisor', 'Client'],
    fields: [
      ...client('text', 'client_first_name', 'client_last_name', 'dob', 'address', 'primary_email'),
      ...client('checkbox', 'Financial plan', 'Tax planning review', 'Estate planning review'),
      ...client('checkbox', 'Insurance review'),
      list('Planning package', 'Essential', 'Complete', 'Premier'),
      list('Review meetings', 'Once a year', 'Twice a year', 'Every quarter'),
      ...client('text', 'special_instructions'),
      ...client('fullName', 'client_name'),
    ],
  },
  {
    name: 'HIPAA Authorization',
    roles: ['Client'],
    fields: [
      ...client('text', 'client_first_name', 'client_last_name', 'dob', 'name_of_pcp'),
      ...client('checkbox', 'Medical records', 'Prescription history', 'Claims and billing'),
      list('This authorization is valid for', '12 months', '24 months', 'Until I revoke it'),
    ],
  },
  {
    name: 'Broker of Record Letter',
    roles: ['Advisor', 'Client'],
    fields: [
      { role: 'Advisor', kind: 'text', label: 'advisor_npn' },
      ...client('text', 'insurance_carrier', 'client_first_name', 'client_last_name', 'policy_number'),
      ...client('checkbox', 'Health coverage', 'Medicare coverage', 'Life insurance', 'Ancillary coverage'),
      list('Commissions pass to the new broker', 'Immediately', 'At the next renewal'),
    ],
  },
];
