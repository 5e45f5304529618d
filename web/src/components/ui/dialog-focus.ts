import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { topmostDialog } from './dialog-stack.ts';

const WANTED = '[data-autofocus]';
const CLOSE_BUTTON = '.mantine-Modal-close';

interface OpenDialog {
  node: HTMLElement | null;
  /** Where the focus goes on close: the first of these that still exists. */
  focusTargets: readonly HTMLElement[];
}

const dialogs = new Set<OpenDialog>();

/**
 * Complements Mantine's focus handling: a field that needs the focus may mount with the data, and the trigger may be
 * gone when the dialog closes (an entry of a menu or another dialog, a deleted row).
 */
export function useDialogFocus(opened: boolean) {
  const [node, setNode] = useState<HTMLDivElement | null>(null);
  const dialog = useRef<OpenDialog>({ node: null, focusTargets: [] });
  const focusTargets = useFocusTargets(opened);
  useLateFocus(opened, node);
  useFocusAfterWork(opened, node);
  useLayoutEffect(() => {
    const own = dialog.current;
    dialogs.add(own);
    return () => void dialogs.delete(own);
  }, []);
  useLayoutEffect(() => {
    dialog.current.node = node;
  }, [node]);
  const stop = useRef<() => void>(() => undefined);
  useLayoutEffect(() => {
    dialog.current.focusTargets = focusTargets;
    return () => stop.current();
  }, [focusTargets]);
  useEffect(() => {
    const own = dialog.current;
    return () => restoreFocus(own);
  }, []);
  function leave() {
    const own = dialog.current;
    restoreFocus(own);
    stop.current();
    stop.current = onNextAction(() => {
      own.focusTargets = [];
    });
  }
  return { node, setNode, restoreFocus: leave };
}

/** Calls `then` once, on the user's next click or key press. The returned function stops listening. */
export function onNextAction(then: () => void): () => void {
  const once = new AbortController();
  const onAction = () => {
    once.abort();
    then();
  };
  for (const kind of ['pointerdown', 'keydown'] as const)
    window.addEventListener(kind, onAction, { capture: true, signal: once.signal });
  return () => once.abort();
}

/** Captured before the dialog renders: the trigger may unmount in the same render. */
function useFocusTargets(opened: boolean): readonly HTMLElement[] {
  const [seen, setSeen] = useState<{ opened: boolean; focusTargets: readonly HTMLElement[] }>({
    opened: false,
    focusTargets: [],
  });
  if (seen.opened === opened) return seen.focusTargets;
  const next = {
    opened,
    focusTargets: opened ? focusTargetsAfter(document.activeElement) : seen.focusTargets,
  };
  setSeen(next);
  return next.focusTargets;
}

/** Focuses a field that mounts in an open dialog, unless the user has moved the focus. */
function useLateFocus(opened: boolean, node: HTMLElement | null): void {
  useEffect(() => {
    if (!opened || !node) return;
    let known = node.querySelector(WANTED);
    const observer = new MutationObserver(() => {
      const wanted = node.querySelector<HTMLElement>(WANTED);
      if (wanted === known) return;
      known = wanted;
      if (hasNoFocus() || document.activeElement === node.querySelector(CLOSE_BUTTON))
        wanted?.focus({ preventScroll: true });
    });
    observer.observe(node, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [opened, node]);
}

/**
 * A button disabled during its request loses the focus; it gets it back when the request fails and the dialog stays
 * open, unless the user has moved the focus.
 */
function useFocusAfterWork(opened: boolean, node: HTMLElement | null): void {
  useEffect(() => {
    if (!opened || !node) return;
    let last: EventTarget | null = node.contains(document.activeElement) ? document.activeElement : null;
    const remember = ({ target }: FocusEvent) => {
      last = target;
    };
    const observer = new MutationObserver((changes) => {
      const element = last;
      if (!(element instanceof HTMLElement) || element.matches(':disabled') || !hasNoFocus()) return;
      if (changes.some(({ target }) => target.contains(element))) element.focus({ preventScroll: true });
    });
    node.addEventListener('focusin', remember);
    observer.observe(node, { attributeFilter: ['disabled'], subtree: true });
    return () => {
      node.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, [opened, node]);
}

export function hasNoFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** A dialog that closes below an open one leaves the focus in the open one, even if the focused button was just disabled. */
function restoreFocus({ node, focusTargets }: OpenDialog): void {
  const top = topmostDialog();
  for (const element of focusTargets) {
    if (top && !top.contains(element)) continue;
    if (!hasNoFocus() && !node?.contains(document.activeElement)) return;
    element.focus({ preventScroll: true });
  }
}

/**
 * Candidates: the trigger itself, its menu's button, its container, its dialog, and that dialog's own candidates. The
 * body has the focus when the trigger was disabled during its request.
 */
function focusTargetsAfter(from: Element | null): HTMLElement[] {
  if (from === null || from === document.body) return focusTargetsIn(topmostDialog());
  const menu = from.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const button = menu ? document.getElementById(menu) : null;
  const around = [...dialogs].find(({ node }) => node?.contains(from));
  const near = [from, button, ...neighborsOf(button ?? from)].filter(
    (element) => element instanceof HTMLElement,
  );
  return [...near, ...focusTargetsIn(around?.node ?? null), ...(around?.focusTargets ?? [])];
}

/**
 * For a row that is about to unmount with its focused control: returns a function that moves the focus to the next or
 * previous row once the row is gone.
 */
export function focusNeighborOf(control: Element): () => void {
  const neighbors = neighborsOf(control).filter((element) => element instanceof HTMLElement);
  return () => {
    setTimeout(() => {
      if (hasNoFocus()) neighbors.find(({ isConnected }) => isConnected)?.focus();
    });
  };
}

export function focusTargetsIn(dialog: HTMLElement | null): HTMLElement[] {
  const elements = [WANTED, '[role="dialog"]'].map((one) => dialog?.querySelector<HTMLElement>(one));
  return elements.filter((element) => element instanceof HTMLElement);
}

/** For a row: the rows after and before it; for a section: its first button. */
function neighborsOf(element: Element): (Element | null | undefined)[] {
  const neighbors: (Element | null | undefined)[] = [];
  for (
    let part = element.closest('li, section');
    part;
    part = part.parentElement?.closest('li, section') ?? null
  ) {
    const near = part.matches('li') ? [part.nextElementSibling, part.previousElementSibling] : [part];
    neighbors.push(...near.map((one) => one?.querySelector('button, a')));
  }
  return neighbors;
}
