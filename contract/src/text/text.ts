import type { Language } from '../languages.ts';
import * as en from './en.ts';
import * as es from './es.ts';
import * as pt from './pt.ts';

export type FormMessages = typeof en.forms;
export type ProblemMessages = typeof en.problems;
export type EmailMessages = typeof en.emails;
export type PdfMessages = typeof en.pdf;

/** What the web forms say. */
export const FORM_MESSAGES: Readonly<Record<Language, FormMessages>> = {
  en: en.forms,
  es: es.forms,
  pt: pt.forms,
};
/** What can be wrong with an answer. */
export const PROBLEM_MESSAGES: Readonly<Record<Language, ProblemMessages>> = {
  en: en.problems,
  es: es.problems,
  pt: pt.problems,
};
/** What mails say. */
export const EMAIL_MESSAGES: Readonly<Record<Language, EmailMessages>> = {
  en: en.emails,
  es: es.emails,
  pt: pt.emails,
};
/** What stands on the paper of an invoice. */
export const PDF_MESSAGES: Readonly<Record<Language, PdfMessages>> = {
  en: en.pdf,
  es: es.pdf,
  pt: pt.pdf,
};
