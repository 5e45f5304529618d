import { PREFERRED_LANGUAGES } from '../../languages.ts';
import { CLIENT_STATUSES } from '../statuses.ts';
import { fieldsOf } from './field.ts';

export const NAME_FIELDS = fieldsOf('name', [
  {
    name: 'client_first_name',
    label: 'First name',
    aliases: ['first', 'firstname', 'given name', 'client first name'],
  },
  {
    name: 'client_last_name',
    label: 'Last name',
    aliases: ['last', 'lastname', 'surname', 'family name', 'client last name'],
  },
  {
    name: 'dob',
    label: 'Date of birth',
    kind: 'date',
    dateOf: 'birth',
    aliases: ['birth date', 'birthdate', 'birthday', 'date of birth'],
  },
  { name: 'status', label: 'Status', kind: 'enum', options: CLIENT_STATUSES, aliases: ['client status'] },
]);

export const PERSONAL_FIELDS = fieldsOf('personal', [
  {
    name: 'pref_lang',
    label: 'Preferred language',
    options: PREFERRED_LANGUAGES,
    aliases: ['language', 'pref lang', 'preferred lang'],
  },
  {
    name: 'ssn',
    label: 'SSN',
    kind: 'secret',
    mask: 'ssn',
    aliases: ['social security', 'social security number', 'social'],
  },
  {
    name: 'dl_or_ppnumber',
    label: 'Driver license or passport',
    kind: 'secret',
    aliases: [
      'driver licence or passport',
      'dl',
      'driver license',
      "driver's license",
      'drivers license',
      'passport',
      'dl or passport',
    ],
  },
  { name: 'height', label: 'Height', width: 90, maxLength: 40, isEncrypted: true },
  { name: 'weight', label: 'Weight', width: 90, maxLength: 40, isEncrypted: true },
  { name: 'city_of_birth', label: 'City of birth', aliases: ['birth city', 'place of birth'] },
  { name: 'company', label: 'Company' },
]);

export const CONTACT_FIELDS = fieldsOf('contact', [
  {
    name: 'primary_phone',
    label: 'Primary phone',
    kind: 'phone',
    aliases: ['phone', 'cell', 'mobile', 'cell phone', 'phone number', 'client_phone', 'telephone'],
  },
  {
    name: 'mobile_domain',
    label: 'Mobile domain',
    maxLength: 253,
    aliases: ['carrier domain', 'sms domain'],
  },
  {
    name: 'secondary_phone',
    label: 'Secondary phone',
    kind: 'phone',
    aliases: ['phone 2', 'home phone', 'other phone', 'alternate phone'],
  },
  { name: 'mobile_domain_2', label: 'Mobile domain 2', maxLength: 253 },
  {
    name: 'primary_email',
    label: 'Primary email',
    kind: 'email',
    aliases: ['email', 'e-mail', 'email address', 'client_email', 'mail'],
  },
  {
    name: 'secondary_email',
    label: 'Secondary email',
    kind: 'email',
    aliases: ['email 2', 'other email', 'alternate email'],
  },
  {
    name: 'address',
    label: 'Address',
    width: 240,
    aliases: ['street address', 'home address', 'mailing address'],
  },
]);
