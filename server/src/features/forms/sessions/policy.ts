/** Who asks for a session: an agent, or the holder of a link. */
export type SessionActor =
  | { kind: 'agent' }
  | {
      kind: 'client';
      session_id: number | null;
      session_form_id: number | null;
      /** The session of the link asks for no passcode, or it was given in this browser. */
      is_unlocked: boolean;
    };

/** Agents, and whoever holds the session's own link; a link of one form is none of the session, even where it hangs on one. */
export function canRequestSession(actor: SessionActor, id: number): boolean {
  return actor.kind === 'agent' || (actor.session_id === id && actor.session_form_id === null);
}

/** Whether the passcode of the session is still to be given. */
export function needsPasscode(actor: SessionActor): boolean {
  return actor.kind === 'client' && !actor.is_unlocked;
}
