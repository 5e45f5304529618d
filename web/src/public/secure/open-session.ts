import type { Language } from '@ledgerline/contract/languages';
import {
  getSessionPage,
  type SessionPage,
  validateSessionLink,
} from '@ledgerline/contract/public-forms/endpoints';
import { hasErrorCode } from '../../lib/api-error.ts';
import { sessionCall } from '../api.ts';
import { type ClosedReason, closedReason } from '../session/link-error.ts';
import { storedPasscode, storePasscode, storeSessionToken } from '../session/return-path.ts';

/** The result of opening a session link. */
export type OpenedSession =
  | { state: 'closed'; reason: ClosedReason; agent_name: string | null; language: Language | null }
  | { state: 'passcode'; agent_name: string | null; language: Language | null; isWrong: boolean }
  | { state: 'ready'; page: SessionPage };

interface Known {
  agent_name: string | null;
  language: Language | null;
}

const NOTHING: Known = { agent_name: null, language: null };

/** Opens a session page by its link. Network failures are thrown. */
export async function openSession(token: string, isPreview: boolean): Promise<OpenedSession> {
  if (!storeSessionToken(token, isPreview)) return closed('invalid', NOTHING);
  try {
    const link = await sessionCall(validateSessionLink, { body: { token, is_preview: isPreview } });
    const { agent_name, language } = link;
    if (link.state === 'expired' || link.state === 'revoked') return closed(link.state, link);
    if (link.state === 'passcode' && storedPasscode() === undefined)
      return { state: 'passcode', agent_name, language, isWrong: false };
    return await readSession({ agent_name, language });
  } catch (error) {
    return closedBy(error, NOTHING);
  }
}

/** Loads the page with the stored passcode. */
export async function readSession(known: Known, passcode = storedPasscode()): Promise<OpenedSession> {
  try {
    const body = passcode === undefined ? {} : { passcode };
    const { data } = await sessionCall(getSessionPage, { body });
    if (passcode !== undefined) storePasscode(passcode);
    return { state: 'ready', page: data };
  } catch (error) {
    if (hasErrorCode(error, 'not_allowed'))
      return { state: 'passcode', ...known, isWrong: passcode !== undefined };
    return closedBy(error, known);
  }
}

function closedBy(error: unknown, known: Known): OpenedSession {
  const reason = closedReason(error);
  if (reason === null) throw error;
  return closed(reason === 'source' ? 'invalid' : reason, known);
}

function closed(reason: ClosedReason, { agent_name, language }: Known): OpenedSession {
  return { state: 'closed', reason, agent_name, language };
}
