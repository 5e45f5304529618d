/** The requester of a session: an agent, or the holder of a link. */
export type SessionActor =
  | { kind: 'agent' }
  | {
      kind: 'client';
      session_id: number | null;
      session_form_id: number | null;
      /** The session of the link requires no passcode, or it was entered in this browser. */
      is_unlocked: boolean;
    };

/**
 * Agents, and the holder of the session's own link. The link of one form does not give access to the session, even if it
 * belongs to it.
 */
export function canRequestSession(actor: SessionActor, id: number): boolean {
  return actor.kind === 'agent' || (actor.session_id === id && actor.session_form_id === null);
}

/** Whether the passcode of the session still has to be entered. */
export function needsPasscode(actor: SessionActor): boolean {
  return actor.kind === 'client' && !actor.is_unlocked;
}
