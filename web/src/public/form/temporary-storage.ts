import { TEMPORARY_SESSION_AUTOSAVE_MS } from '@ledgerline/contract/rules';
import type { WebFormDefinition } from '@ledgerline/contract/web-forms/definition';
import { useEffect, useRef, useState } from 'react';
import { type Autosave, createAutosave } from '../session/autosave.ts';
import { dropTemporaryDraft, storeTemporaryDraft, type TemporaryDraft } from '../session/drafts.ts';
import { createInactivityClock, type InactivityClock } from '../session/inactivity-clock.ts';
import type { Snapshot } from './filling.ts';

const ACTIVITY = ['keydown', 'pointerdown', 'input', 'scroll'] as const;

/**
 * Stores a form without a link in this browser every 30 s, for at most 30 minutes without activity. Then the answers
 * are removed from the device (decisions I10).
 */
export function useTemporaryStorage(definition: WebFormDefinition, draft: TemporaryDraft) {
  const { progress_session_id } = draft;
  const [isFailed, setFailed] = useState(false);
  const [phase, setPhase] = useState<'open' | 'warned' | 'ended'>('open');
  const snapshot = useRef<Snapshot>({ answers: draft.form_data, step: draft.step });
  const isTouched = useRef(false);
  const autosave = useRef<Autosave>(null);
  const clock = useRef<InactivityClock>(null);

  useEffect(() => {
    const saver = createAutosave({
      intervalMs: TEMPORARY_SESSION_AUTOSAVE_MS,
      save: async () => {
        const { answers, step } = snapshot.current;
        storeTemporaryDraft(definition, { progress_session_id, step, form_data: answers });
      },
      // Storage may be full or switched off.
      onState: (state) => setFailed((failed) => (state === 'saved' ? false : failed || state === 'failed')),
    });
    const idle = createInactivityClock({
      onWarning: () => setPhase('warned'),
      onResume: () => setPhase('open'),
      onEnd() {
        saver.stop();
        dropTemporaryDraft(definition.id);
        setPhase('ended');
      },
    });
    autosave.current = saver;
    // Input typed before the first effect ran.
    if (isTouched.current) saver.changed();
    clock.current = idle;
    const stopListening = listen(saver, idle);
    return () => {
      stopListening();
      saver.stop();
      idle.stop();
    };
  }, [definition, progress_session_id]);

  return {
    phase,
    /** Nothing is stored on this device at the moment. */
    isFailed,
    changed(next: Snapshot) {
      snapshot.current = next;
      isTouched.current = true;
      autosave.current?.changed();
    },
    flush: () => void autosave.current?.flush(),
    finish() {
      autosave.current?.stop();
      clock.current?.stop();
      dropTemporaryDraft(definition.id);
    },
  };
}

function listen(saver: Autosave, idle: InactivityClock): () => void {
  const active = () => {
    idle.active();
    // The stored draft includes the time of the last activity.
    saver.changed();
  };
  const hiddenOrBack = () => {
    if (document.visibilityState === 'hidden') saver.leave();
    else idle.check();
  };
  for (const name of ACTIVITY) window.addEventListener(name, active, { passive: true });
  document.addEventListener('visibilitychange', hiddenOrBack);
  window.addEventListener('pagehide', saver.leave);
  return () => {
    for (const name of ACTIVITY) window.removeEventListener(name, active);
    document.removeEventListener('visibilitychange', hiddenOrBack);
    window.removeEventListener('pagehide', saver.leave);
  };
}
