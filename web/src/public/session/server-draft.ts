import { SECURE_SESSION_AUTOSAVE_MS } from '@ledgerline/contract/rules';
import { useEffect, useRef, useState } from 'react';
import { type Autosave, createAutosave, type SaveState } from './autosave.ts';
import { dropUnsaved, storeUnsaved } from './drafts.ts';

interface ServerDraftOptions<Draft> {
  /** Names the draft within this tab. */
  id: string;
  first: Draft;
  /** When the server last saved it; null before the first save. */
  lastSaved: string | null;
  /** What this tab mirrors of a draft that the server does not have yet. */
  mirrored: (draft: Draft) => object;
  /** Sends a draft and returns the time when the server saved it. */
  save: (draft: Draft, signal: AbortSignal) => Promise<string>;
  /** A save failed while the draft is still open. */
  onError: (error: unknown) => void;
}

/**
 * Saves a draft on the server: every 10 s when something changed, when the page is left and on `flush`. What is not saved
 * yet is mirrored in this tab.
 */
export function useServerDraft<Draft>(options: ServerDraftOptions<Draft>) {
  const { id, first, lastSaved: start } = options;
  const [state, setState] = useState<SaveState>('saved');
  const draft = useRef(first);
  const lastSaved = useRef(start);
  const isTouched = useRef(false);
  const isClosed = useRef(false);
  const current = useRef(options);
  const autosave = useRef<Autosave>(null);
  useEffect(() => {
    current.current = options;
  });

  useEffect(() => {
    const mirror = () =>
      storeUnsaved(id, { form_data: current.current.mirrored(draft.current), last_saved: lastSaved.current });
    async function save(signal: AbortSignal) {
      const sent = draft.current;
      try {
        lastSaved.current = await current.current.save(sent, signal);
        if (current.current.mirrored(draft.current) === current.current.mirrored(sent)) dropUnsaved(id);
        else if (!isClosed.current) mirror();
      } catch (error) {
        if (!isClosed.current) current.current.onError(error);
        throw error;
      }
    }
    const saver = createAutosave({ intervalMs: SECURE_SESSION_AUTOSAVE_MS, save, onState: setState });
    autosave.current = saver;
    // Input typed before the first effect ran.
    if (isTouched.current) saver.changed();
    const stopListening = flushWhenLeaving(saver);
    return () => {
      stopListening();
      saver.stop();
    };
  }, [id]);

  return {
    state,
    /** Something is saved on the server, or being saved. */
    isStored: start !== null || state !== 'saved' || lastSaved.current !== null,
    changed(next: Draft) {
      draft.current = next;
      isTouched.current = true;
      storeUnsaved(id, { form_data: options.mirrored(next), last_saved: lastSaved.current });
      autosave.current?.changed();
    },
    flush: () => void autosave.current?.flush(),
    /** The draft has been submitted: nothing is saved any more, and what this tab mirrored is removed. */
    finish() {
      isClosed.current = true;
      autosave.current?.stop();
      dropUnsaved(id);
    },
    /** While the draft is being submitted, a rejected late save does not mean that the link is invalid. */
    whileSubmitting: async <T>(submit: () => Promise<T>): Promise<T> => {
      isClosed.current = true;
      try {
        return await submit();
      } catch (error) {
        isClosed.current = false;
        throw error;
      }
    },
  };
}

/** Browsers limit `keepalive` requests to 64 KiB in total. */
const KEEPALIVE_BYTES = 60_000;

/** A save that is in flight when the page closes still completes. */
export function fitsKeepalive(body: object): boolean {
  return new TextEncoder().encode(JSON.stringify(body)).length < KEEPALIVE_BYTES;
}

/** Saves when the page is hidden or the network is back, and warns before unsaved answers are lost. */
function flushWhenLeaving(autosave: Autosave): () => void {
  const flush = () => void autosave.flush();
  const saveWhenHidden = () => {
    if (document.visibilityState === 'hidden') autosave.leave();
  };
  const warnUnsaved = (event: BeforeUnloadEvent) => {
    if (!navigator.onLine && autosave.isDirty()) event.preventDefault();
  };
  document.addEventListener('visibilitychange', saveWhenHidden);
  window.addEventListener('pagehide', autosave.leave);
  window.addEventListener('online', flush);
  window.addEventListener('beforeunload', warnUnsaved);
  return () => {
    document.removeEventListener('visibilitychange', saveWhenHidden);
    window.removeEventListener('pagehide', autosave.leave);
    window.removeEventListener('online', flush);
    window.removeEventListener('beforeunload', warnUnsaved);
  };
}
