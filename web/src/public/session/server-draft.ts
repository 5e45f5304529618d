import { type DraftAnswers, SECURE_SESSION_AUTOSAVE_MS } from '@ledgerline/contract/rules';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useReturn } from '../secure/use-return.ts';
import { type Autosave, createAutosave, type SaveState } from './autosave.ts';
import { DraftDevice, type DraftReply, type SentDraft } from './draft-device.ts';
import { dropUnsaved, readUnsaved, storeUnsaved } from './drafts.ts';

interface ServerDraftOptions {
  /** Names the draft within this tab. */
  id: string;
  first: { answers: DraftAnswers; version: number };
  /** When the server last saved it; null before the first save. */
  lastSaved: string | null;
  /** The valid answers among those that this tab could not save earlier. */
  read: (unsaved: Record<string, unknown>) => DraftAnswers;
  /** Sends what is new to the server, which merges it. */
  save: (
    sent: SentDraft,
    signal: AbortSignal | undefined,
  ) => Promise<DraftReply & { last_saved: string | null }>;
  /** Whether the visitor is working on a question, so that it must not change now. */
  isInUse: (question: string, next: DraftAnswers) => boolean;
  /** A save failed while the draft is still open. */
  onError: (error: unknown) => void;
}

/** The visitor has not seen the newest answers yet, so nothing was submitted. */
export class ChangedElsewhereError extends Error {}

/** The page as a device of the draft: `send` exchanges what is new here for what is new elsewhere. */
function useDraftDevice(options: ServerDraftOptions) {
  const { id } = options;
  const [device] = useState(() => {
    const created = new DraftDevice(options.first);
    created.restore(readUnsaved(id), options.read);
    return created;
  });
  const [merges, setMerges] = useState(0);
  const [isBehind, setIsBehind] = useState(false);
  const known = useRef({ isClosed: false, isSaved: options.lastSaved !== null, merges: 0 });
  const current = useRef(options);
  useEffect(() => {
    current.current = options;
  });
  const send = useCallback(
    async (signal?: AbortSignal) => {
      const { save, isInUse, onError } = current.current;
      const sent = device.send();
      const reply = await save(sent, signal).catch((error: unknown) => {
        if (!known.current.isClosed) onError(error);
        throw error;
      });
      if (known.current.isClosed) return;
      known.current.isSaved ||= reply.last_saved !== null;
      if (device.accept(sent, reply, isInUse)) {
        known.current.merges += 1;
        setMerges(known.current.merges);
      }
      setIsBehind(device.version < reply.version);
      if (device.hasUnsaved) storeUnsaved(id, device.unsaved());
      else dropUnsaved(id);
    },
    [device, id],
  );
  return { device, merges, isBehind, known, send };
}

/**
 * Saves a draft on the server: every 10 s when something changed, when the page is left and on `flush`. What is not saved
 * yet is mirrored in this tab. Answers of other devices arrive with each save and when the visitor returns to the page.
 */
export function useServerDraft(options: ServerDraftOptions) {
  const { id } = options;
  const [state, setState] = useState<SaveState>('saved');
  const { device, merges, isBehind, known, send } = useDraftDevice(options);
  const isTouched = useRef(device.hasUnsaved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a merge is displayed once it is committed
  useLayoutEffect(() => device.markDisplayed(), [device, merges]);
  const autosave = useRef<Autosave>(null);

  useEffect(() => {
    const saver = createAutosave({ intervalMs: SECURE_SESSION_AUTOSAVE_MS, save: send, onState: setState });
    autosave.current = saver;
    // Input typed before the first effect ran, or restored from an earlier page of this tab.
    if (isTouched.current) saver.changed();
    if (device.hasUnsaved) void saver.flush();
    const stopListening = flushWhenLeaving(saver);
    return () => {
      stopListening();
      saver.stop();
    };
  }, [device, send]);

  /** Gets the answers of other devices, and saves what is not saved yet. */
  async function sync(): Promise<void> {
    if (known.current.isClosed) return;
    if (autosave.current?.isDirty()) return autosave.current.flush();
    await send().catch((error: unknown) => {
      console.warn('the answers of other devices could not be loaded', error);
    });
  }
  useReturn(sync);
  useFocusOut(() => {
    if (isBehind) autosave.current?.changed();
  });

  return {
    state,
    /** How often another device changed an answer that the page shows. */
    merges,
    /** Another device changed a question that the visitor is working on, which the page does not show yet. */
    isBehind,
    /** The answers with which the page starts, and those to show after each merge. */
    display: () => device.answers,
    /** Something is saved on the server, or being saved. */
    isStored: options.lastSaved !== null || state !== 'saved' || known.current.isSaved,
    changed(next: DraftAnswers) {
      device.type(next);
      isTouched.current = true;
      if (device.hasUnsaved) storeUnsaved(id, device.unsaved());
      autosave.current?.changed();
    },
    flush: () => void autosave.current?.flush(),
    /** The draft has been submitted: nothing is saved anymore, and what this tab mirrored is removed. */
    finish() {
      known.current.isClosed = true;
      autosave.current?.stop();
      dropUnsaved(id);
    },
    /**
     * Submits the draft once this page displays everything that other devices answered; throws ChangedElsewhereError
     * otherwise. While the draft is being submitted, a rejected late save does not mean that the link is invalid.
     */
    whileSubmitting: async <T>(submit: (version: number) => Promise<T>): Promise<T> => {
      const { merges } = known.current;
      await sync();
      if (known.current.merges !== merges) throw new ChangedElsewhereError();
      known.current.isClosed = true;
      try {
        return await submit(device.version);
      } catch (error) {
        known.current.isClosed = false;
        throw error;
      }
    },
    sync,
  };
}

/** Runs when the visitor leaves an input. */
function useFocusOut(action: () => void): void {
  const onLeave = useEffectEvent(action);
  useEffect(() => {
    const listener = () => onLeave();
    document.addEventListener('focusout', listener);
    return () => document.removeEventListener('focusout', listener);
  }, []);
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
