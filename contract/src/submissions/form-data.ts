import {
  dateDisplay,
  isCalendarDate,
  isMask,
  maskSecret,
  moneyDisplay,
  parseMoneyCents,
  phoneDisplay,
} from '../rules.ts';
import { answerText, questionsOf } from '../web-forms/answers.ts';
import { joinAddress } from '../web-forms/client-texts.ts';
import { isList, type WebFormField, type WebFormList } from '../web-forms/definition.ts';
import { WEB_FORM_DEFINITIONS } from '../web-forms/registry.ts';
import { isRecord } from '../web-forms/structure.ts';

/** The sections of a submission's detail view, in order, with their headings (1§2). */
const FORM_DATA_SECTIONS = [
  { key: 'personalInfo', title: 'Personal Information' },
  { key: 'contactInfo', title: 'Contact Information' },
  { key: 'addressInfo', title: 'Address Information' },
  { key: 'ownership', title: 'Ownership & Beneficiaries' },
  { key: 'medicalHistory', title: 'Medical History' },
  { key: 'banking', title: 'Banking Information' },
] as const;

/** Those, then the sections that single web forms add. */
const ALL_SECTIONS: readonly { key: string; title: string }[] = [
  ...FORM_DATA_SECTIONS,
  ...WEB_FORM_DEFINITIONS.flatMap(({ sections = {} }) =>
    Object.entries(sections).map(([key, title]) => ({ key, title })),
  ),
];

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

/** A submission's answers as the detail view shows them, or which of the three notices it shows instead (decisions H11). */
export function readFormData(form_data: unknown): FormDataReading {
  const parsed = parseFormData(form_data);
  if ('error' in parsed) return { state: 'Form Data Structure Issue', errors: [parsed.error] };
  const { data } = parsed;
  if (data === null || (isRecord(data) && Object.keys(data).length === 0)) return { state: 'No Form Data' };
  const errors = structureErrors(data);
  if (errors.length > 0 || !isRecord(data)) return { state: 'Form Data Structure Issue', errors };
  const sections = ALL_SECTIONS.flatMap(({ key, title }) => {
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

/** The address that the visitor typed, in one line as a client record keeps it; '' without a street. */
export function submissionAddress(form_data: unknown): string {
  const pick = (name: string) => firstAnswer(form_data, [`addressInfo.${name}`, `personalInfo.${name}`]);
  return joinAddress({
    streetAddress: pick('streetAddress'),
    city: pick('city'),
    state: pick('state').toUpperCase(),
    zip: pick('zip'),
  });
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
  return ALL_SECTIONS.flatMap(({ key }) => {
    const section = data[key];
    if (section === undefined || section === null) return [];
    if (!isRecord(section)) return [`The section ${key} must be an object.`];
    return Object.entries(section).flatMap(([name, value]) => fieldErrors(`${key}.${name}`, value));
  });
}

function fieldErrors(path: string, value: unknown): string[] {
  const list = listOf(path);
  if (list) {
    if (value === null || value === undefined) return [];
    const isListed = Array.isArray(value) && value.every(isRecord);
    return isListed ? [] : [`The field ${path} must be a list of ${list.label.en.toLowerCase()}.`];
  }
  return typeof value === 'object' && value !== null ? [`The field ${path} must be a single value.`] : [];
}

function rowsOf(section: string, fields: Record<string, unknown>): FormDataRow[] {
  const known = KNOWN_FIELDS.filter(({ key }) => key.startsWith(`${section}.`)).map(({ key }) => nameOf(key));
  const others = Object.keys(fields).filter((name) => !known.includes(name) && !listOf(`${section}.${name}`));
  const rows = [...known, ...others].flatMap((name) => rowOf(`${section}.${name}`, fields[name]));
  const lists = KNOWN_LISTS.filter(({ key }) => key.startsWith(`${section}.`));
  return [...withHeight(rows), ...lists.flatMap((list) => itemRows(list, fields[nameOf(list.key)]))];
}

/** Feet and inches are one answer in two fields: 'Height: 5 ft 7 in'. */
function withHeight(rows: FormDataRow[]): FormDataRow[] {
  const inches = rows.find(({ key }) => key === 'personalInfo.heightIn');
  if (!inches || !rows.some(({ key }) => key === 'personalInfo.heightFt')) return rows;
  return rows
    .filter((row) => row !== inches)
    .map((row) =>
      row.key === 'personalInfo.heightFt'
        ? { ...row, label: 'Height', value: `${row.value} ft ${inches.value} in` }
        : row,
    );
}

/** The form keeps some answers twice (1§3); one that stands in its own section is not read a second time. */
function isCopy({ key }: FormDataRow, data: Record<string, unknown>): boolean {
  const source = MIRRORS[key];
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

/** One row for each group of a list: 'Eva Marín, Sibling, 33.34%'. */
function itemRows(list: WebFormList, value: unknown): FormDataRow[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).map((item, at) => ({
    key: `${list.key}.${at}`,
    label: `${list.itemLabel.en} ${at + 1}`,
    value: list.fields
      .map((field) => cellOf(field, answerText(item[field.key])))
      .filter(Boolean)
      .join(', '),
    isSecret: false,
  }));
}

/** A cell beside others: a bare Yes would not say to what, and a short word is enough for a choice. */
function cellOf(field: WebFormField, text: string): string {
  if (field.kind === 'choice') return text;
  const isBare = field.kind === 'yesno' && text !== '';
  return isBare ? `${field.label.en} ${displayOf(field, text)}` : displayOf(field, text);
}

function displayOf(field: WebFormField | undefined, text: string): string {
  if (text === '') return '';
  if (text === 'yes') return 'Yes';
  if (text === 'no') return 'No';
  if (isCalendarDate(text)) return dateDisplay(text);
  if (field?.kind === 'phone') return phoneDisplay(text);
  if (field?.kind === 'percent') return `${text.replace(/\s*%$/, '')}%`;
  if (field?.kind === 'money') return moneyText(text);
  if (field?.kind === 'state') return text.toUpperCase();
  return field?.options?.find(({ value }) => value === text)?.label.en ?? text;
}

function moneyText(text: string): string {
  const cents = parseMoneyCents(text);
  return cents === null ? text : moneyDisplay(cents);
}

const MIRRORS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...WEB_FORM_DEFINITIONS.map(({ mirrors }) => mirrors),
);

/** The lists of all web forms; one that several forms ask has the fields of the form that asks most. */
const KNOWN_LISTS: readonly WebFormList[] = WEB_FORM_DEFINITIONS.flatMap(questionsOf)
  .filter(isList)
  .filter((list, at, all) => all.findIndex(({ key }) => key === list.key) === at)
  .map((list) => ({ ...list, fields: mostFields(list.key) }));

function mostFields(key: string): WebFormList['fields'] {
  const lists = WEB_FORM_DEFINITIONS.flatMap(questionsOf).filter(isList);
  const same = lists.filter((list) => list.key === key).toSorted((a, b) => b.fields.length - a.fields.length);
  return same[0]?.fields ?? [];
}

function listOf(path: string): WebFormList | undefined {
  return KNOWN_LISTS.find(({ key }) => key === path);
}

/** Fields of all web forms under every key they are kept; the forms use the same key for the same question. */
const KNOWN_FIELDS: { key: string; field: WebFormField }[] = WEB_FORM_DEFINITIONS.flatMap(questionsOf)
  .flatMap((question) => {
    if (isList(question)) return [];
    const copies = Object.entries(MIRRORS).filter(([, source]) => source === question.key);
    return [question.key, ...copies.map(([target]) => target)].map((key) => ({ key, field: question }));
  })
  .filter((known, at, all) => all.findIndex(({ key }) => key === known.key) === at);

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
