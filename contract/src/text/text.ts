import type { Language } from '../languages.ts';
import * as en from './en.ts';
import * as es from './es.ts';
import * as pt from './pt.ts';

export type FormWords = typeof en.forms;
export type ProblemWords = typeof en.problems;
export type MailWords = typeof en.mails;
export type PaperWords = typeof en.paper;

/** What the web forms say. */
export const FORM_WORDS: Readonly<Record<Language, FormWords>> = { en: en.forms, es: es.forms, pt: pt.forms };
/** What can be wrong with an answer. */
export const PROBLEM_WORDS: Readonly<Record<Language, ProblemWords>> = {
  en: en.problems,
  es: es.problems,
  pt: pt.problems,
};
/** What mails say. */
export const MAIL_WORDS: Readonly<Record<Language, MailWords>> = { en: en.mails, es: es.mails, pt: pt.mails };
/** What stands on the paper of an invoice. */
export const PAPER_WORDS: Readonly<Record<Language, PaperWords>> = {
  en: en.paper,
  es: es.paper,
  pt: pt.paper,
};
