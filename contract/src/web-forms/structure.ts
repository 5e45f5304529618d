import type { Localized } from '../languages.ts';
import type { FormAnswers } from './answers.ts';
import { questionsOf } from './answers.ts';
import { isList, type WebFormDefinition, type WebFormField, type WebFormList } from './definition.ts';
import type { ProblemCode } from './messages.ts';

/** One validation error: `path` as in the data (`ownership.beneficiaries.0.name`), `label` as in the question. */
export interface FormProblem {
  path: string;
  code: ProblemCode;
  values?: Readonly<Record<string, number>>;
  label?: Localized;
}

/** Masks are slightly longer than some of the values they represent. */
const LONGEST_MASK = 11;

/**
 * Errors that prevent storing, both as a draft and as a completed form: unknown keys, wrong types, overlong text.
 * Without errors, the data is safe to read as FormAnswers.
 */
export function structureProblems(definition: WebFormDefinition, data: unknown): FormProblem[] {
  if (!isRecord(data)) return [{ path: 'form_data', code: 'wrong_type' }];
  const questions = new Map(questionsOf(definition).map((question) => [question.key, question]));
  const sections = new Set([...questions.keys(), ...Object.keys(definition.mirrors)].map(sectionOf));
  return Object.entries(data).flatMap(([section, fields]) => {
    if (!sections.has(section)) return [{ path: section, code: 'unknown_key' as const }];
    if (!isRecord(fields)) return [{ path: section, code: 'wrong_type' as const }];
    return Object.entries(fields).flatMap(([name, value]) => {
      const key = `${section}.${name}`;
      const question = questions.get(definition.mirrors[key] ?? key);
      if (question === undefined) return [{ path: key, code: 'unknown_key' as const }];
      return isList(question) ? listProblems(question, key, value) : cellProblems(question, key, value);
    });
  });
}

/** The data as answers, once structureProblems returned no errors. */
export function asAnswers(definition: WebFormDefinition, data: unknown): FormAnswers | null {
  return isFormAnswers(data) && structureProblems(definition, data).length === 0 ? data : null;
}

function isFormAnswers(data: unknown): data is FormAnswers {
  return isRecord(data) && Object.values(data).every(isRecord);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sectionOf(key: string): string {
  return key.split('.')[0] ?? '';
}

function cellProblems(question: WebFormField, path: string, value: unknown): FormProblem[] {
  const { label } = question;
  if (value === null || typeof value === 'boolean') return [];
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [{ path, code: 'wrong_type', label }];
  if (typeof value !== 'string') return [{ path, code: 'wrong_type', label }];
  if (value.includes('\u0000')) return [{ path, code: 'null_character', label }];
  const max = Math.max(question.maxLength, question.secret ? LONGEST_MASK : 0);
  return value.trim().length > max ? [{ path, code: 'too_long', values: { max }, label }] : [];
}

function listProblems(list: WebFormList, path: string, value: unknown): FormProblem[] {
  const { label } = list;
  if (value === null || value === '') return [];
  if (!Array.isArray(value)) return [{ path, code: 'wrong_type', label }];
  if (value.length > list.maxItems)
    return [{ path, code: 'too_many', values: { max: list.maxItems }, label }];
  return value.flatMap((item: unknown, at) => {
    if (!isRecord(item)) return [{ path: `${path}.${at}`, code: 'wrong_type' as const, label }];
    return Object.entries(item).flatMap(([name, cell]) => {
      const question = list.fields.find(({ key }) => key === name);
      const cellPath = `${path}.${at}.${name}`;
      return question === undefined
        ? [{ path: cellPath, code: 'unknown_key' as const }]
        : cellProblems(question, cellPath, cell);
    });
  });
}
