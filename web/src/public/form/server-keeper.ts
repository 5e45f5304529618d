import { saveFormProgress } from '@ledgerline/contract/public-forms/endpoints';
import { linkExpiresSoon, SECURE_SESSION_AUTOSAVE_MS } from '@ledgerline/contract/rules';
import { useEffect, useRef, useState } from 'react';
import { formCaller } from '../api.ts';
import type { SecureStart } from '../open-form.ts';
import { type Autosave, createAutosave, type SaveState } from '../session/autosave.ts';
import { dropUnsaved, keepUnsaved } from '../session/drafts.ts';
import { lostReason } from '../session/refusal.ts';
import type { Snapshot } from './filling.ts';

interface ServerKeeperOptions {
  formLinkId: string;
  first: Snapshot;
  start: SecureStart;
  /** The link no longer takes answers. */
  onLost: () => void;
}

const MINUTE_MS = 60_000;

/**
 * Keeps a form with a link on the server: every 10 s when something changed, on every step and when the page is left.
 * What is not saved yet is mirrored in this tab.
 */
export function useServerKeeper({ formLinkId, first, start, onLost }: ServerKeeperOptions) {
  const { progress_session_id } = start;
  const [state, setState] = useState<SaveState>('saved');
  const [link, setLink] = useState({ expires_at: start.expires_at, expires_soon: start.expires_soon });
  const snapshot = useRef(first);
  const lastSaved = useRef(start.last_saved);
  const isTouched = useRef(false);
  const isClosed = useRef(false);
  const lost = useRef(onLost);
  const autosave = useRef<Autosave>(null);
  useEffect(() => {
    lost.current = onLost;
  });

  useEffect(() => {
    async function save(signal: AbortSignal) {
      const { answers, step } = snapshot.current;
      const body = { step, form_data: answers };
      try {
        const reply = await formCaller(formLinkId)(saveFormProgress, {
          body,
          signal,
          keepalive: fitsKeepalive(body),
        });
        lastSaved.current = reply.last_saved;
        setLink({ expires_at: reply.expires_at, expires_soon: reply.expires_soon });
        if (snapshot.current.answers === answers) dropUnsaved(progress_session_id);
        else mirror(progress_session_id, snapshot.current, lastSaved.current);
      } catch (error) {
        if (lostReason(error) && !isClosed.current) lost.current();
        throw error;
      }
    }
    const keeper = createAutosave({ intervalMs: SECURE_SESSION_AUTOSAVE_MS, save, onState: setState });
    autosave.current = keeper;
    // What was typed before the page had settled.
    if (isTouched.current) keeper.changed();
    const stopListening = flushWhenLeaving(keeper);
    return () => {
      stopListening();
      keeper.stop();
    };
  }, [formLinkId, progress_session_id]);
  useMinuteTick();

  return {
    state,
    /** Something is on the server, or on its way there. */
    isKept: start.last_saved !== null || state !== 'saved' || lastSaved.current !== null,
    expires_at: link.expires_at,
    expiresSoon:
      link.expires_soon || linkExpiresSoon({ access_token_expires_at: link.expires_at, now: Date.now() }),
    changed(next: Snapshot) {
      snapshot.current = next;
      isTouched.current = true;
      mirror(progress_session_id, next, lastSaved.current);
      autosave.current?.changed();
    },
    flush: () => void autosave.current?.flush(),
    /** The form is handed in: nothing is saved any more, and what this tab kept is removed. */
    finish() {
      autosave.current?.stop();
      dropUnsaved(progress_session_id);
    },
    /** From the moment the form is handed in, a late save that is refused says nothing about the link. */
    holdWhile: async <T>(act: () => Promise<T>): Promise<T> => {
      isClosed.current = true;
      try {
        return await act();
      } catch (error) {
        isClosed.current = false;
        throw error;
      }
    },
  };
}

function mirror(progress_session_id: string, { answers }: Snapshot, last_saved: string | null): void {
  keepUnsaved(progress_session_id, { form_data: answers, last_saved });
}

/** Browsers let 64 KiB outlive a page, all requests together. */
const KEEPALIVE_BYTES = 60_000;

/** A save that is under way when the page closes still arrives. */
function fitsKeepalive(body: object): boolean {
  return new TextEncoder().encode(JSON.stringify(body)).length < KEEPALIVE_BYTES;
}

/** Saves when the page is hidden or the network is back, and asks before unsaved answers are left. */
function flushWhenLeaving(keeper: Autosave): () => void {
  const flush = () => void keeper.flush();
  const leaveHidden = () => {
    if (document.visibilityState === 'hidden') keeper.leave();
  };
  const ask = (event: BeforeUnloadEvent) => {
    if (!navigator.onLine && keeper.isDirty()) event.preventDefault();
  };
  document.addEventListener('visibilitychange', leaveHidden);
  window.addEventListener('pagehide', keeper.leave);
  window.addEventListener('online', flush);
  window.addEventListener('beforeunload', ask);
  return () => {
    document.removeEventListener('visibilitychange', leaveHidden);
    window.removeEventListener('pagehide', keeper.leave);
    window.removeEventListener('online', flush);
    window.removeEventListener('beforeunload', ask);
  };
}

/** Renders anew every minute, so that the warning comes while the page lies open. */
function useMinuteTick(): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
}
