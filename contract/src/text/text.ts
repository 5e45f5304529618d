import type { Language } from '../languages.ts';
import * as en from './en.ts';
import * as es from './es.ts';
import * as pt from './pt.ts';

export type FormMessages = typeof en.forms;
export type ProblemMessages = typeof en.problems;
export type EmailMessages = typeof en.emails;
export type PdfMessages = typeof en.pdf;
export type RecurringMessages = typeof en.recurring;

/** Texts of the web forms. */
export const FORM_MESSAGES: Readonly<Record<Language, FormMessages>> = {
  en: en.forms,
  es: es.forms,
  pt: pt.forms,
};
/** Validation messages. */
export const PROBLEM_MESSAGES: Readonly<Record<Language, ProblemMessages>> = {
  en: en.problems,
  es: es.problems,
  pt: pt.problems,
};
/** Texts of emails. */
export const EMAIL_MESSAGES: Readonly<Record<Language, EmailMessages>> = {
  en: en.emails,
  es: es.emails,
  pt: pt.emails,
};
/** Texts of the invoice PDF. */
export const PDF_MESSAGES: Readonly<Record<Language, PdfMessages>> = {
  en: en.pdf,
  es: es.pdf,
  pt: pt.pdf,
};
/** Texts about the schedule of an invoice. */
export const RECURRING_MESSAGES: Readonly<Record<Language, RecurringMessages>> = {
  en: en.recurring,
  es: es.recurring,
  pt: pt.recurring,
};
