import { dateDisplay, isCalendarDate, isMask, maskSecret, phoneDisplay } from '../rules.ts';
import { answerText } from '../web-forms/answers.ts';
import { isList, type WebFormField } from '../web-forms/definition.ts';
import { PERSONAL_INFO } from '../web-forms/personal-info/personal-info.ts';
import { isRecord } from '../web-forms/structure.ts';

/** The sections of a submission's detail view, in order, with their headings (1§2). */
export const FORM_DATA_SECTIONS = [
  { key: 'personalInfo', title: 'Personal Information' },
  { key: 'contactInfo', title: 'Contact Information' },
  { key: 'addressInfo', title: 'Address Information' },
  { key: 'ownership', title: 'Ownership & Beneficiaries' },
  { key: 'medicalHistory', title: 'Medical History' },
  { key: 'banking', title: 'Banking Information' },
] as const;

export interface FormDataRow {
  key: string;
  label: string;
  value: string;
  /** The value is a mask that an agent may ask to see. */
  isSecret: boolean;
}

export interface FormDataSection {
  key: string;
  title: string;
  rows: FormDataRow[];
}

export type FormDataReading =
  | { state: 'No Form Data' }
  | { state: 'Form Data Structure Issue'; errors: string[] }
  | { state: 'No Data Available' }
  | { state: 'ready'; sections: FormDataSection[] };

/** A submission's answers as the detail view shows them, or which of the three notices it shows instead (H11). */
export function readFormData(form_data: unknown): FormDataReading {
  const parsed = parseFormData(form_data);
  if ('error' in parsed) return { state: 'Form Data Structure Issue', errors: [parsed.error] };
  const { data } = parsed;
  if (data === null || (isRecord(data) && Object.keys(data).length === 0)) return { state: 'No Form Data' };
  const errors = structureErrors(data);
  if (errors.length > 0 || !isRecord(data)) return { state: 'Form Data Structure Issue', errors };
  const sections = FORM_DATA_SECTIONS.flatMap(({ key, title }) => {
    const section = data[key];
    const rows = isRecord(section) ? rowsOf(key, section).filter((row) => !isCopy(row, data)) : [];
    return rows.length > 0 ? [{ key, title, rows }] : [];
  });
  return sections.length > 0 ? { state: 'ready', sections } : { state: 'No Data Available' };
}

/** Phone and email of a submission: contactInfo first, then personalInfo (decisions H12). */
export function submissionContact(form_data: unknown): { phone: string; email: string } {
  const pick = (name: string) => firstAnswer(form_data, [`contactInfo.${name}`, `personalInfo.${name}`]);
  return { phone: pick('primary_phone'), email: pick('email') };
}

/** Name, contact and birth date that the visitor typed; '' where nothing was. */
export function submissionPerson(form_data: unknown): {
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  date_of_birth: string;
} {
  return {
    first_name: firstAnswer(form_data, ['personalInfo.firstName']),
    last_name: firstAnswer(form_data, ['personalInfo.lastName']),
    date_of_birth: firstAnswer(form_data, ['personalInfo.dateOfBirth']),
    ...submissionContact(form_data),
  };
}

type NamedSubmission = Partial<
  Record<
    | 'first_name'
    | 'last_name'
    | 'email'
    | 'phone'
    | 'client_first_name'
    | 'client_last_name'
    | 'client_email'
    | 'client_phone',
    string | null
  >
>;

/** Who a submission is about, read from either spelling, client_… first (decisions H13). */
export function submissionClient(form: NamedSubmission): { name: string; email: string; phone: string } {
  const either = (client: string | null | undefined, own: string | null | undefined) =>
    answerText(client) || answerText(own);
  const first = either(form.client_first_name, form.first_name);
  const last = either(form.client_last_name, form.last_name);
  return {
    name: [first, last].filter(Boolean).join(' '),
    email: either(form.client_email, form.email),
    phone: either(form.client_phone, form.phone),
  };
}

function parseFormData(form_data: unknown): { data: unknown } | { error: string } {
  if (typeof form_data !== 'string') return { data: form_data ?? null };
  if (form_data.trim() === '') return { data: null };
  try {
    const data: unknown = JSON.parse(form_data);
    return { data };
  } catch {
    return { error: 'The form data is not valid JSON.' };
  }
}

function structureErrors(data: unknown): string[] {
  if (!isRecord(data)) return ['The form data must be an object with sections.'];
  return FORM_DATA_SECTIONS.flatMap(({ key }) => {
    const section = data[key];
    if (section === undefined || section === null) return [];
    if (!isRecord(section)) return [`The section ${key} must be an object.`];
    return Object.entries(section).flatMap(([name, value]) => fieldErrors(`${key}.${name}`, value));
  });
}

function fieldErrors(path: string, value: unknown): string[] {
  if (path === 'ownership.beneficiaries') {
    if (value === null || value === undefined) return [];
    const isListed = Array.isArray(value) && value.every(isRecord);
    return isListed ? [] : [`The field ${path} must be a list of beneficiaries.`];
  }
  return typeof value === 'object' && value !== null ? [`The field ${path} must be a single value.`] : [];
}

function rowsOf(section: string, fields: Record<string, unknown>): FormDataRow[] {
  const known = KNOWN_FIELDS.filter(({ key }) => key.startsWith(`${section}.`)).map(({ key }) => nameOf(key));
  const others = Object.keys(fields).filter((name) => !known.includes(name) && name !== 'beneficiaries');
  const rows = [...known, ...others].flatMap((name) => rowOf(`${section}.${name}`, fields[name]));
  return section === 'ownership' ? [...rows, ...beneficiaryRows(fields.beneficiaries)] : rows;
}

/** The form keeps some answers twice (1§3); one that stands in its own section is not read a second time. */
function isCopy({ key }: FormDataRow, data: Record<string, unknown>): boolean {
  const source = PERSONAL_INFO.mirrors[key];
  return source !== undefined && firstAnswer(data, [source]) === firstAnswer(data, [key]);
}

function rowOf(key: string, value: unknown): FormDataRow[] {
  const text = answerText(value);
  if (text === '') return [];
  const question = KNOWN_FIELDS.find((candidate) => candidate.key === key);
  const secret = question?.field.secret;
  const shown = secret ? masked(secret, text) : displayOf(question?.field, text);
  return [
    {
      key,
      label: question?.field.label.en ?? labelFromName(nameOf(key)),
      value: shown,
      isSecret: Boolean(secret),
    },
  ];
}

function masked(secret: 'ssn' | 'last4', text: string): string {
  return isMask(text) ? text : maskSecret({ kind: secret === 'ssn' ? 'ssn' : 'account', value: text });
}

function beneficiaryRows(value: unknown): FormDataRow[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).map((person, at) => {
    const share = answerText(person.percentage).replace(/\s*%$/, '');
    const parts = [answerText(person.name), answerText(person.relationship), share && `${share}%`];
    return {
      key: `ownership.beneficiaries.${at}`,
      label: `Beneficiary ${at + 1}`,
      value: parts.filter(Boolean).join(', '),
      isSecret: false,
    };
  });
}

function displayOf(field: WebFormField | undefined, text: string): string {
  if (text === 'yes') return 'Yes';
  if (text === 'no') return 'No';
  if (isCalendarDate(text)) return dateDisplay(text);
  if (field?.kind === 'phone') return phoneDisplay(text);
  if (field?.kind === 'state') return text.toUpperCase();
  return field?.options?.find(({ value }) => value === text)?.label.en ?? text;
}

/** Fields of the personal information form under every key they are kept. */
const KNOWN_FIELDS: { key: string; field: WebFormField }[] = PERSONAL_INFO.steps
  .flatMap((step) => step.questions)
  .flatMap((question) => {
    if (isList(question)) return [];
    const copies = Object.entries(PERSONAL_INFO.mirrors).filter(([, source]) => source === question.key);
    return [question.key, ...copies.map(([target]) => target)].map((key) => ({ key, field: question }));
  });

function nameOf(key: string): string {
  return key.split('.')[1] ?? key;
}

/** 'mailing_streetAddress' → 'Mailing street address'. */
function labelFromName(name: string): string {
  const spaced = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function firstAnswer(form_data: unknown, keys: string[]): string {
  const parsed = parseFormData(form_data);
  if ('error' in parsed || !isRecord(parsed.data)) return '';
  for (const key of keys) {
    const [section = '', name = ''] = key.split('.');
    const fields = parsed.data[section];
    const text = isRecord(fields) ? answerText(fields[name]) : '';
    if (text !== '') return text;
  }
  return '';
}
