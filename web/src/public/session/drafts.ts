import {
  SESSION_ID_RANDOM_LENGTH,
  TEMPORARY_SESSION_LIMIT_MS,
  TEMPORARY_SESSION_PREFIX,
} from '@ledgerline/contract/rules';
import {
  answerAt,
  answerText,
  type FormAnswers,
  questionsOf,
  withAnswer,
} from '@ledgerline/contract/web-forms/answers';
import { isList, type WebFormDefinition } from '@ledgerline/contract/web-forms/definition';
import { asAnswers, isRecord } from '@ledgerline/contract/web-forms/structure';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** The id of a form that is filled without a link: TEMP_ and 16 random letters and digits (0§9). */
export function newTemporarySessionId(): string {
  let id = '';
  while (id.length < SESSION_ID_RANDOM_LENGTH) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    // Bytes beyond the last complete multiple of the alphabet are dropped, so that every character is equally likely.
    if (byte < ALPHABET.length * 4) id += ALPHABET.charAt(byte % ALPHABET.length);
  }
  return `${TEMPORARY_SESSION_PREFIX}${id}`;
}

export interface TemporaryDraft {
  progress_session_id: string;
  step: number;
  form_data: FormAnswers;
}

const temporaryKey = (formLinkId: string) => `temporary-form:${formLinkId}`;
const unsavedKey = (id: string) => `unsaved-form:${id}`;

/** Stores a form without a link in this browser. Values that are masked elsewhere are never stored. */
export function storeTemporaryDraft(definition: WebFormDefinition, draft: TemporaryDraft): void {
  const form_data = withoutSecrets(definition, draft.form_data);
  localStorage.setItem(
    temporaryKey(definition.id),
    JSON.stringify({ ...draft, form_data, steps: definition.steps.length, active_at: Date.now() }),
  );
}

/** The answers entered here less than 30 minutes ago; older ones are removed. */
export function temporaryDraft(definition: WebFormDefinition): TemporaryDraft | null {
  const draft = readJson(localStorage.getItem(temporaryKey(definition.id)));
  const form_data = asAnswers(definition, draft.form_data);
  const idleMs = Date.now() - Number(draft.active_at);
  const { progress_session_id } = draft;
  if (!form_data || typeof progress_session_id !== 'string' || !(idleMs < TEMPORARY_SESSION_LIMIT_MS)) {
    dropTemporaryDraft(definition.id);
    return null;
  }
  // A step number is meaningless once the steps of the form have changed.
  const step = draft.steps === definition.steps.length ? Number(draft.step) || 0 : 0;
  return { progress_session_id, form_data, step };
}

const visitorKey = (formLinkId: string) => `visitor-signing:${formLinkId}`;

/** A visitor who signs a document without an agent's link. */
export interface Visitor {
  progress_session_id: string;
  first_name: string;
  last_name: string;
  email: string;
}

/**
 * A visitor with the id under which they sign. In this tab, the same person gets the same id again. Two people
 * may share a mailbox, so the name counts too.
 */
export function storeVisitor(formLinkId: string, person: Omit<Visitor, 'progress_session_id'>): Visitor {
  const { visitor: before } = storedVisitor(formLinkId);
  const isSame =
    before !== null &&
    before.email === person.email &&
    before.first_name === person.first_name &&
    before.last_name === person.last_name;
  const visitor = {
    ...person,
    progress_session_id: isSame ? before.progress_session_id : newTemporarySessionId(),
  };
  sessionStorage.setItem(visitorKey(formLinkId), JSON.stringify({ visitor, token: null }));
  return visitor;
}

/** Records the personal link issued to a visitor. */
export function storeVisitorLink(formLinkId: string, visitor: Visitor, form_url: string): void {
  const token = form_url.split('/').at(-1);
  sessionStorage.setItem(visitorKey(formLinkId), JSON.stringify({ visitor, token }));
}

/** The visitor to whom a link was issued in this tab; null for other links. */
export function visitorOf(formLinkId: string, token: string): Visitor | null {
  const stored = storedVisitor(formLinkId);
  return stored.token === token ? stored.visitor : null;
}

function storedVisitor(formLinkId: string): { visitor: Visitor | null; token: unknown } {
  const { visitor, token } = readJson(sessionStorage.getItem(visitorKey(formLinkId)));
  if (!isRecord(visitor)) return { visitor: null, token: null };
  const { progress_session_id, first_name, last_name, email } = visitor;
  const isComplete =
    typeof progress_session_id === 'string' &&
    typeof first_name === 'string' &&
    typeof last_name === 'string' &&
    typeof email === 'string';
  return { visitor: isComplete ? { progress_session_id, first_name, last_name, email } : null, token };
}

export function dropTemporaryDraft(formLinkId: string): void {
  localStorage.removeItem(temporaryKey(formLinkId));
}

/** Mirrors unsaved answers, for this tab only. */
export function storeUnsaved(id: string, unsaved: object): void {
  sessionStorage.setItem(unsavedKey(id), JSON.stringify(unsaved));
}

export function dropUnsaved(id: string): void {
  sessionStorage.removeItem(unsavedKey(id));
}

/** What `storeUnsaved` mirrored, not validated. */
export function readUnsaved(id: string): Record<string, unknown> {
  return readJson(sessionStorage.getItem(unsavedKey(id)));
}

function withoutSecrets(definition: WebFormDefinition, answers: FormAnswers): FormAnswers {
  return questionsOf(definition).reduce((result, question) => {
    const isSecret = !isList(question) && question.secret !== undefined;
    return isSecret && answerText(answerAt(result, question.key)) !== ''
      ? withAnswer(result, question.key, '')
      : result;
  }, answers);
}

function readJson(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
