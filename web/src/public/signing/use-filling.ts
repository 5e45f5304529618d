import type { Signing } from '@ledgerline/contract/signing/endpoints';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useMerge } from '../session/use-merge.ts';
import type { Signature } from './signature.ts';
import type { SigningDraft } from './signing-draft.ts';
import {
  type FieldStop,
  type FieldValue,
  type FieldValues,
  isMissing,
  isSettled,
  nextStop,
  type SigningProgress,
  stepsOf,
  stopsOf,
} from './stops.ts';

/** Where the focus goes next: a field's name, or the consent. */
export type FocusTarget = { at: 'consent' } | { at: 'field'; stop: FieldStop };

type Draft = Pick<SigningDraft, 'merges' | 'display' | 'changed'>;

/** Everything that the signer does with the document before submitting it. */
export function useFillingIn(signing: Signing, { merges, display, changed }: Draft) {
  const stops = useMemo(() => stopsOf(signing.fields), [signing]);
  const [values, setValues] = useState<FieldValues>(display);
  useMerge(merges, () => setValues(display()));
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  const [signed, setSigned] = useState<ReadonlySet<string>>(new Set());
  const [signature, setSignature] = useState<Signature | null>(null);
  const [hasConsent, setConsent] = useState(false);
  const [wasPrompted, setPrompted] = useState(false);
  const [currentName, setCurrentName] = useState<string | null>(null);
  const current = stops.find(({ name }) => name === currentName) ?? null;
  /** Missing values are marked as errors only after the signer tries to continue without them. */
  const [missed, setMissed] = useState<ReadonlySet<string>>(new Set());
  const [isConsentMissed, setConsentMissed] = useState(false);
  const focusTarget = useFocusTarget();

  const progress: SigningProgress = { values, visited, signed };
  const steps = stepsOf(stops);
  const settled = steps.filter((stop) => isSettled(stop, progress)).length;

  function select(stop: FieldStop) {
    setCurrentName(stop.name);
    setVisited((before) => new Set(before).add(stop.name));
  }
  function change(name: string, value: FieldValue) {
    const next = { ...values, [name]: value };
    setValues(next);
    changed(next);
  }
  function sign(stop: FieldStop | null, drawn: Signature) {
    setSignature(drawn);
    if (stop) setSigned((before) => new Set(before).add(stop.name));
  }
  function goTo(target: FocusTarget) {
    if (target.at === 'field') select(target.stop);
    focusTarget(target.at === 'consent' ? 'consent' : target.stop.id);
  }
  /** The next stop that is not complete; null when all are. */
  function next(): FocusTarget | null {
    if (!hasConsent) return { at: 'consent' };
    const stop = nextStop(steps, current?.name ?? null, progress);
    return stop === null ? null : { at: 'field', stop };
  }
  /** Moves to the next stop. If the current stop lacks a required value, stays and shows what is missing. */
  function goToNext() {
    const target = next();
    if (target === null) return;
    const isLeftOut = hasConsent && current !== null && isMissing(current, progress);
    if (isLeftOut) setMissed(new Set(missed).add(current.name));
    if (target.at === 'consent') {
      setConsentMissed(wasPrompted);
      setPrompted(true);
    }
    goTo(isLeftOut ? { at: 'field', stop: current } : target);
  }
  function goToMissing() {
    const missing = stops.filter((stop) => isMissing(stop, progress));
    setMissed(new Set(missing.map(({ name }) => name)));
    setConsentMissed(!hasConsent);
    const [first] = missing;
    if (!hasConsent) goTo({ at: 'consent' });
    else if (first) goTo({ at: 'field', stop: first });
  }
  return {
    stops,
    values,
    signature,
    signed,
    hasConsent,
    current,
    isConsentMissed: isConsentMissed && !hasConsent,
    settled,
    stepCount: steps.length,
    isReady: hasConsent && !stops.some((stop) => isMissing(stop, progress)),
    isMissing: (stop: FieldStop) => isMissing(stop, progress),
    isWrong: (stop: FieldStop) => missed.has(stop.name) && isMissing(stop, progress),
    select,
    change,
    sign,
    setConsent,
    goTo,
    goToNext,
    goToMissing,
    hasNext: next() !== null,
  };
}

export type FillingIn = ReturnType<typeof useFillingIn>;

/** Scrolls to a field and focuses it, or its enlarged copy at the bottom, once it is rendered. */
function useFocusTarget(): (id: string) => void {
  const wanted = useRef<string | null>(null);
  const [, setCount] = useState(0);
  useEffect(() => {
    if (wanted.current === null) return;
    const target = document.getElementById(wanted.current);
    wanted.current = null;
    const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    target?.scrollIntoView({ block: 'center', behavior: prefersReducedMotion ? 'auto' : 'smooth' });
    const currentField = document.getElementById('current-field');
    (target?.matches('[data-opens-field]') && currentField ? currentField : target)?.focus({
      preventScroll: true,
    });
  });
  return (id) => {
    wanted.current = id;
    setCount((count) => count + 1);
  };
}
