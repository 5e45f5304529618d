import type { Signing } from '@ledgerline/contract/signing/endpoints';
import type { SavedSignature } from '@ledgerline/contract/signing/signature';
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

/** Where the focus goes next: a field, the consent, or the button that signs. */
export type FocusTarget = { at: 'consent' | 'finish' } | { at: 'field'; stop: FieldStop };

/** The id of the button that signs. */
export const FINISH_ID = 'finish-signing';

type Draft = Pick<SigningDraft, 'merges' | 'display' | 'changed'>;

/** Everything that the signer does with the document before submitting it. */
export function useFillingIn(signing: Signing, draft: Draft) {
  const stops = useMemo(() => stopsOf(signing.fields), [signing]);
  const { progress, hasConsent, ...entries } = useEntries(stops, draft);
  const isAdvisor = signing.signer === 'advisor';
  const isMissingNow = (stop: FieldStop) => isMissing(stop, progress);
  /** An advisor knows the document and starts at the first field that needs them. */
  const [first] = useState(() => (isAdvisor && stops.find(isMissingNow)) || null);
  const [currentName, setCurrentName] = useState(first?.name ?? null);
  const current = stops.find(({ name }) => name === currentName) ?? null;
  /** Missing values are marked as errors only after the signer tries to continue without them. */
  const [missed, setMissed] = useState<ReadonlySet<string>>(new Set());
  const [wasPrompted, setPrompted] = useState(false);
  const [isConsentMissed, setConsentMissed] = useState(false);
  const focusTarget = useFocusTarget();
  const steps = stepsOf(stops);

  function select(stop: FieldStop) {
    setCurrentName(stop.name);
    entries.visit(stop);
  }
  function goTo(target: FocusTarget) {
    if (target.at === 'field') select(target.stop);
    focusTarget(target.at === 'field' ? target.stop.id : target.at === 'consent' ? 'consent' : FINISH_ID);
  }
  /** Signs with the saved signature and moves to what is still missing. */
  function adopt(saved: SavedSignature) {
    const after = entries.adopt(saved);
    const missing = stops.find((stop) => isMissing(stop, after));
    goTo(missing ? { at: 'field', stop: missing } : { at: 'finish' });
  }
  /** The next stop that is not complete; null when all are. Advisors go through the required ones first. */
  function next(): FocusTarget | null {
    const required = isAdvisor ? steps.filter((stop) => stop.required) : [];
    const stop = nextStop(required, currentName, progress);
    if (stop === null && !hasConsent) return { at: 'consent' };
    const found = stop ?? nextStop(steps, currentName, progress);
    return found === null ? null : { at: 'field', stop: found };
  }
  /** Moves to the next stop. If the current stop lacks a required value, stays and shows what is missing. */
  function goToNext() {
    const target = next();
    if (target === null) return;
    const isLeftOut = (hasConsent || isAdvisor) && current !== null && isMissingNow(current);
    if (isLeftOut) setMissed(new Set(missed).add(current.name));
    if (target.at === 'consent') {
      setConsentMissed(wasPrompted);
      setPrompted(true);
    }
    goTo(isLeftOut ? { at: 'field', stop: current } : target);
  }
  function goToMissing() {
    const missing = stops.filter(isMissingNow);
    setMissed(new Set(missing.map(({ name }) => name)));
    setConsentMissed(!hasConsent);
    const [first] = missing;
    if (!hasConsent) goTo({ at: 'consent' });
    else if (first) goTo({ at: 'field', stop: first });
  }
  return {
    ...{ stops, current, first, hasConsent, select, goTo, goToNext, goToMissing },
    ...entries,
    ...progress,
    adopt,
    isConsentMissed: isConsentMissed && !hasConsent,
    settled: steps.filter((stop) => isSettled(stop, progress)).length,
    stepCount: steps.length,
    isReady: hasConsent && !stops.some(isMissingNow),
    isMissing: isMissingNow,
    isWrong: (stop: FieldStop) => missed.has(stop.name) && isMissingNow(stop),
    hasNext: next() !== null,
  };
}

/** What the signer has entered, visited and signed, and their consent. */
function useEntries(stops: readonly FieldStop[], { merges, display, changed }: Draft) {
  const [values, setValues] = useState<FieldValues>(display);
  useMerge(merges, () => setValues(display()));
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  const [signed, setSigned] = useState<ReadonlySet<string>>(new Set());
  const [signature, setSignature] = useState<Signature | null>(null);
  const [hasConsent, setConsent] = useState(false);
  const progress: SigningProgress = { values, visited, signed };
  return {
    progress,
    signature,
    hasConsent,
    setConsent,
    visit: ({ name }: FieldStop) => setVisited((before) => new Set(before).add(name)),
    change(name: string, value: FieldValue) {
      const next = { ...values, [name]: value };
      setValues(next);
      changed(next);
    },
    sign(stop: FieldStop | null, drawn: Signature) {
      setSignature(drawn);
      if (stop) setSigned((before) => new Set(before).add(stop.name));
    },
    /** Signs every signature field of this signer and consents, as the button for it states. */
    adopt({ id, method, name, image }: SavedSignature): SigningProgress {
      const ownFields = stops.filter(({ kind, isOwn }) => kind === 'signature' && isOwn);
      const all = new Set([...signed, ...ownFields.map((stop) => stop.name)]);
      setSignature({ method, name, image, saved: id });
      setSigned(all);
      setConsent(true);
      return { ...progress, signed: all };
    },
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
    if (!target?.closest('[data-stays]'))
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
