import { saveFormProgress } from '@ledgerline/contract/public-forms/endpoints';
import { linkExpiresSoon } from '@ledgerline/contract/rules';
import { useEffect, useState } from 'react';
import { formCaller } from '../api.ts';
import type { SecureStart } from '../open-form.ts';
import { lostReason } from '../session/link-error.ts';
import { fitsKeepalive, useServerDraft } from '../session/server-draft.ts';
import type { Snapshot } from './filling.ts';

interface ServerStorageOptions {
  formLinkId: string;
  first: Snapshot;
  start: SecureStart;
  /** The link no longer accepts answers. */
  onLost: () => void;
}

const MINUTE_MS = 60_000;

/** Saves a form with a link on the server, also at each step, and reports when the link expires. */
export function useServerStorage({ formLinkId, first, start, onLost }: ServerStorageOptions) {
  const [link, setLink] = useState({ expires_at: start.expires_at, expires_soon: start.expires_soon });
  const draft = useServerDraft({
    id: start.progress_session_id,
    first,
    lastSaved: start.last_saved,
    mirrored: ({ answers }) => answers,
    save: async ({ answers, step }, signal) => {
      const body = { step, form_data: answers };
      const options = { body, signal, keepalive: fitsKeepalive(body) };
      const reply = await formCaller(formLinkId)(saveFormProgress, options);
      setLink({ expires_at: reply.expires_at, expires_soon: reply.expires_soon });
      return reply.last_saved;
    },
    onError: (error) => {
      if (lostReason(error)) onLost();
    },
  });
  useMinuteTick();
  return {
    ...draft,
    expires_at: link.expires_at,
    expiresSoon:
      link.expires_soon || linkExpiresSoon({ access_token_expires_at: link.expires_at, now: Date.now() }),
  };
}

/** Renders every minute, so that the warning appears while the page is open. */
function useMinuteTick(): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
}
