import { fieldsOf } from './field.ts';

const BODY = { width: 90, maxLength: 40, isEncrypted: true } as const;

export const SPOUSE_FIELDS = fieldsOf('spouse', [
  { name: 'spouse_name', label: 'Spouse name', short: 'Name', aliases: ['spouse'] },
  {
    name: 'spouse_dob',
    label: 'Spouse date of birth',
    short: 'Date of birth',
    kind: 'date',
    dateOf: 'birth',
    aliases: ['spouse dob'],
  },
  { name: 'spouse_ssn', label: 'Spouse SSN', short: 'SSN', kind: 'secret', mask: 'ssn' },
  {
    name: 'spouse_dl_pass_number',
    label: 'Spouse license or passport',
    short: 'Driver license or passport',
    kind: 'secret',
    aliases: ['spouse licence or passport', 'spouse dl'],
  },
  {
    name: 'spouse_emp_and_phone',
    label: 'Spouse employer and phone',
    short: 'Employer and phone',
    width: 200,
    aliases: ['spouse employer'],
  },
  { name: 'sp_height', label: 'Spouse height', short: 'Height', ...BODY },
  { name: 'sp_weight', label: 'Spouse weight', short: 'Weight', ...BODY },
]);

/** How many dependents a client record holds (0§9). */
export const DEPENDENT_NUMBERS = [1, 2, 3, 4] as const;
export const BENEFICIARY_NUMBERS = [1, 2, 3, 4] as const;

const dependentFields = <N extends 1 | 2 | 3 | 4>(n: N) =>
  fieldsOf('dependents', [
    {
      name: `dep${n}_name`,
      label: `Dependent ${n} name`,
      short: 'Name',
      aliases: [`dep ${n} name`, `dep${n}`],
    },
    {
      name: `dep${n}_dob`,
      label: `Dependent ${n} date of birth`,
      short: 'Date of birth',
      kind: 'date',
      dateOf: 'birth',
      aliases: [`dep ${n} dob`],
    },
    { name: `dep${n}_ssn`, label: `Dependent ${n} SSN`, short: 'SSN', kind: 'secret', mask: 'ssn' },
    { name: `dep${n}_height`, label: `Dependent ${n} height`, short: 'Height', ...BODY },
    { name: `dep${n}_weight`, label: `Dependent ${n} weight`, short: 'Weight', ...BODY },
  ]);

const beneficiaryFields = <N extends 1 | 2 | 3 | 4>(n: N) =>
  fieldsOf('beneficiaries', [
    {
      name: `ben${n}_name`,
      label: `Beneficiary ${n} name`,
      short: 'Name',
      aliases: [`ben ${n} name`, `ben${n}`],
    },
    {
      name: `ben${n}_dob`,
      label: `Beneficiary ${n} date of birth`,
      short: 'Date of birth',
      kind: 'date',
      dateOf: 'birth',
      aliases: [`ben ${n} dob`],
    },
    { name: `ben${n}_ssn`, label: `Beneficiary ${n} SSN`, short: 'SSN', kind: 'secret', mask: 'ssn' },
    {
      name: `ben${n}_relationship`,
      label: `Beneficiary ${n} relationship`,
      short: 'Relationship',
      aliases: [`ben ${n} relationship`],
    },
    {
      name: `ben${n}_dl_or_ppnumber`,
      label: `Beneficiary ${n} license or passport`,
      short: 'Driver license or passport',
      kind: 'secret',
      aliases: [`beneficiary ${n} licence or passport`],
    },
    { name: `ben${n}_address`, label: `Beneficiary ${n} address`, short: 'Address', width: 220 },
    {
      name: `ben${n}_pct`,
      label: `Beneficiary ${n} percent`,
      short: 'Percent',
      kind: 'percent',
      aliases: [`ben ${n} pct`, `beneficiary ${n} %`],
    },
  ]);

export const DEPENDENT_FIELDS = [
  ...dependentFields(1),
  ...dependentFields(2),
  ...dependentFields(3),
  ...dependentFields(4),
] as const;

export const BENEFICIARY_FIELDS = [
  ...fieldsOf('beneficiaries', [
    { name: 'beneficiary', label: 'Beneficiary notes', short: 'Notes', width: 220, maxLength: 2000 },
  ]),
  ...beneficiaryFields(1),
  ...beneficiaryFields(2),
  ...beneficiaryFields(3),
  ...beneficiaryFields(4),
] as const;
