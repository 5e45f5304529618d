/** In SQL, whether the agent `a` has two-factor authentication: a confirmed authenticator app, or a passkey. */
export const HAS_TWO_FACTOR = `(exists (select from authenticator_apps p where p.agent_id = a.id and p.confirmed_at is not null)
  or exists (select from passkeys p where p.agent_id = a.id))`;
