import type { NewField, NewTemplate } from './template-maker.ts';

const client = (kind: string, ...labels: string[]): NewField[] =>
  labels.map((label) => ({ role: 'Client', kind, label }));

/** A typical brokerage account: the same three kinds of documents as the built-in samples. */
export const DEFAULT_TEMPLATES: NewTemplate[] = [
  {
    name: 'Advisory Agreement',
    roles: ['Advisor', 'Client'],
    fields: [
      ...client('text', 'client_first_name', 'client_last_name', 'dob', 'address', 'primary_email'),
      ...client('checkbox', 'financial_plan', 'tax_planning_review', 'estate_planning_review'),
      { role: 'Advisor', kind: 'checkbox', label: 'insurance_review' },
      {
        role: 'Client',
        kind: 'list',
        label: 'planning_package',
        options: ['Essential', 'Complete', 'Premier'],
      },
      {
        role: 'Advisor',
        kind: 'list',
        label: 'review_meetings',
        options: ['Once a year', 'Twice a year', 'Every quarter'],
      },
      { role: 'Client', kind: 'numerical', label: 'household_size', more: { numericalValue: '' } },
      ...client('text', 'special_instructions', 'client_first_name'),
      ...client('fullName', 'client_name'),
    ],
  },
  {
    name: 'HIPAA Authorization',
    roles: ['Client'],
    fields: [
      ...client('text', 'client_first_name', 'client_last_name', 'dob', 'name_of_pcp'),
      ...client('checkbox', 'medical_records', 'prescription_history', 'claims_and_billing').map((field) => ({
        ...field,
        group: 'records',
      })),
      {
        role: 'Client',
        kind: 'list',
        label: 'valid_for',
        options: ['12 months', '24 months', 'Until I revoke it'],
      },
      { role: 'Client', kind: 'radioGroup', label: 'copy_wanted', options: ['yes', 'no'] },
    ],
  },
  {
    name: 'Broker of Record Letter',
    roles: ['Client', 'Advisor'],
    isOwnedByUser: false,
    fields: [
      ...client('text', 'insurance_carrier', 'client_first_name', 'client_last_name', 'policy_number'),
      ...client('checkbox', 'health_coverage', 'medicare_coverage', 'life_coverage', 'ancillary_coverage'),
      {
        role: 'Client',
        kind: 'list',
        label: 'commission_change',
        options: ['Immediately', 'At the next renewal'],
      },
      { role: 'Advisor', kind: 'text', label: 'advisor_npn' },
    ],
  },
];
