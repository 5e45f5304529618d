import { type FieldName, fieldNamed } from '../clients/fields/catalog.ts';
import {
  dateDisplay,
  isCalendarDate,
  isMask,
  maskSecret,
  moneyDisplay,
  parseMoneyCents,
  phoneDisplay,
  stateCode,
} from '../rules.ts';
import { answerText } from '../web-forms/answers.ts';
import { textInParts } from '../web-forms/client-texts.ts';
import type { WebFormField, WebFormList } from '../web-forms/definition.ts';
import { isRecord } from '../web-forms/structure.ts';
import { clientTargetAt, KNOWN_FIELDS, KNOWN_LISTS, listOf, MIRRORS, SECTIONS } from './known-questions.ts';

interface FormDataRow {
  key: string;
  label: string;
  value: string;
  /** The value is a mask that an agent may request to reveal. */
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

/** A submission's answers for the detail view, or which of the three notices is shown instead (decisions H11). */
export function readFormData(form_data: unknown): FormDataReading {
  const parsed = parseFormData(form_data);
  if ('error' in parsed) return { state: 'Form Data Structure Issue', errors: [parsed.error] };
  const { data } = parsed;
  if (data === null || (isRecord(data) && Object.keys(data).length === 0)) return { state: 'No Form Data' };
  const errors = structureErrors(data);
  if (errors.length > 0 || !isRecord(data)) return { state: 'Form Data Structure Issue', errors };
  const sections = Object.entries(SECTIONS).flatMap(([key, title]) => {
    const section = data[key];
    const rows = isRecord(section) ? rowsOf(key, section).filter((row) => !isCopy(row, data)) : [];
    return rows.length > 0 ? [{ key, title, rows }] : [];
  });
  return sections.length > 0 ? { state: 'ready', sections } : { state: 'No Data Available' };
}

/** Phone and email of a submission: the answer to the question or, if it is empty, its second copy (decisions H12). */
export function submissionContact(form_data: unknown): { phone: string; email: string } {
  return {
    phone: answerFor(form_data, { field: 'primary_phone' }),
    email: answerFor(form_data, { field: 'primary_email' }),
  };
}

/** Name, contact and birth date as the visitor typed them; '' where empty. */
export function submissionPerson(form_data: unknown): {
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  date_of_birth: string;
} {
  return {
    first_name: answerFor(form_data, { field: 'client_first_name' }),
    last_name: answerFor(form_data, { field: 'client_last_name' }),
    date_of_birth: answerFor(form_data, { field: 'dob' }),
    ...submissionContact(form_data),
  };
}

/** The address that the visitor typed, on one line as a client record stores it; '' without a street. */
export function submissionAddress(form_data: unknown): string {
  return textInParts('address')?.join((part) => answerFor(form_data, { field: 'address', part })) ?? '';
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

/** The person a submission is about, from fields with or without the prefix client_, which takes precedence (decisions H13). */
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
  return Object.keys(SECTIONS).flatMap((key) => {
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
  return [...withTextsJoined(rows), ...lists.flatMap((list) => itemRows(list, fields[nameOf(list.key)]))];
}

/** The rows with the parts of one text of the client record joined: 'Height: 5 ft 7 in'. */
function withTextsJoined(rows: FormDataRow[]): FormDataRow[] {
  return rows.flatMap((row) => {
    const target = clientTargetAt(row.key);
    if (!target || !('part' in target)) return [row];
    const partOf = ({ key }: FormDataRow) => {
      const other = clientTargetAt(key);
      return other && 'part' in other && other.field === target.field ? other.part : undefined;
    };
    const shown = textInParts(target.field)?.shown?.(
      (part) => rows.find((other) => partOf(other) === part)?.value ?? '',
    );
    if (!shown) return [row];
    const isFirst = rows.find((other) => partOf(other) !== undefined) === row;
    return isFirst ? [{ ...row, label: fieldNamed(target.field).label, value: shown }] : [];
  });
}

/** The form stores some answers twice (1§3); one that is shown in its own section is not repeated. */
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

/** A cell of a row: Yes and No are shown with their question, a choice as its short stored value. */
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
  if (field?.kind === 'state') return stateCode(text) ?? text;
  return field?.options?.find(({ value }) => value === text)?.label.en ?? text;
}

function moneyText(text: string): string {
  const cents = parseMoneyCents(text);
  return cents === null ? text : moneyDisplay(cents);
}

/** The answers that correspond to this field of the client record. */
function answerFor(form_data: unknown, target: { field: FieldName; part?: string }): string {
  const isMatch = ({ field: { client } }: (typeof KNOWN_FIELDS)[number]) =>
    client?.field === target.field && ('part' in client ? client.part : undefined) === target.part;
  return firstAnswer(
    form_data,
    KNOWN_FIELDS.filter(isMatch).map(({ key }) => key),
  );
}

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
