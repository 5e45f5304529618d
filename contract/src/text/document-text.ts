import type { Language } from '../languages.ts';
import { documents as en } from './documents/en.ts';
import { documents as es } from './documents/es.ts';
import { documents as pt } from './documents/pt.ts';

type DocumentMessages = typeof en;
export type KnownDocument = keyof DocumentMessages['names'];

/** Texts of document requests; not in text.ts, so that screens without them do not load them. */
export const DOCUMENT_MESSAGES: Readonly<Record<Language, DocumentMessages>> = { en, es, pt };
