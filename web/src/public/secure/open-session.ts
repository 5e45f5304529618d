import {
  getSessionPage,
  type SessionPage,
  validateSessionLink,
} from '@ledgerline/contract/public-forms/endpoints';
import type { Language } from '@ledgerline/contract/web-forms/definition';
import { ApiError } from '../../lib/http.ts';
import { sessionCall } from '../api.ts';
import { type ClosedReason, closedReason } from '../session/closed-reason.ts';
import { keepPasscode, keepSessionToken, keptPasscode } from '../session/way-back.ts';

/** What a session's link turned out to be. */
export type OpenedSession =
  | { state: 'closed'; reason: ClosedReason; agent_name: string | null }
  | { state: 'passcode'; agent_name: string | null; language: Language | null; isWrong: boolean }
  | { state: 'ready'; page: SessionPage };

/** Opens a session's page by its link; failures of the network are thrown. */
export async function openSession(token: string, isPreview: boolean): Promise<OpenedSession> {
  if (!keepSessionToken(token, isPreview)) return closed('invalid', null);
  try {
    const link = await sessionCall(validateSessionLink, { body: { token, is_preview: isPreview } });
    const { agent_name, language } = link;
    if (link.state === 'expired' || link.state === 'revoked') return closed(link.state, agent_name);
    if (link.state === 'passcode' && keptPasscode() === undefined)
      return { state: 'passcode', agent_name, language, isWrong: false };
    return await readSession({ agent_name, language });
  } catch (error) {
    return closedBy(error, null);
  }
}

/** The page as it stands, with the passcode that is kept. */
export async function readSession(
  known: { agent_name: string | null; language: Language | null },
  passcode = keptPasscode(),
): Promise<OpenedSession> {
  try {
    const body = passcode === undefined ? {} : { passcode };
    const { data } = await sessionCall(getSessionPage, { body });
    if (passcode !== undefined) keepPasscode(passcode);
    return { state: 'ready', page: data };
  } catch (error) {
    const isLocked = error instanceof ApiError && error.code === 'not_allowed';
    if (isLocked) return { state: 'passcode', ...known, isWrong: passcode !== undefined };
    return closedBy(error, known.agent_name);
  }
}

function closedBy(error: unknown, agent_name: string | null): OpenedSession {
  const reason = closedReason(error);
  if (reason === null) throw error;
  return closed(reason === 'source' ? 'invalid' : reason, agent_name);
}

function closed(reason: ClosedReason, agent_name: string | null): OpenedSession {
  return { state: 'closed', reason, agent_name };
}
