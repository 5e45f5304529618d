import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { topmostDialog } from './dialog-stack.ts';

const WANTED = '[data-autofocus]';
const CLOSE_BUTTON = '.mantine-Modal-close';

interface OpenDialog {
  node: HTMLElement | null;
  /** Where the focus goes when it closes: the first of these that is still there. */
  wayBack: readonly HTMLElement[];
}

const dialogs = new Set<OpenDialog>();

/**
 * Beside what Mantine does for the focus of a dialog: a field that wants it may come with the data, and what the dialog
 * was opened from may be gone when it closes (an entry of a menu or of another dialog, a row that was deleted).
 */
export function useDialogFocus(opened: boolean) {
  const [node, setNode] = useState<HTMLDivElement | null>(null);
  const dialog = useRef<OpenDialog>({ node: null, wayBack: [] });
  const wayBack = useWayBack(opened);
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
    dialog.current.wayBack = wayBack;
    return () => stop.current();
  }, [wayBack]);
  useEffect(() => {
    const own = dialog.current;
    return () => goBack(own);
  }, []);
  function leave() {
    const own = dialog.current;
    goBack(own);
    stop.current();
    stop.current = onNextAction(() => {
      own.wayBack = [];
    });
  }
  return { node, setNode, goBack: leave };
}

/** Once the person does something else, the focus goes its own ways. Stops listening when the result is called. */
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

/** Taken before the dialog is drawn: what it was opened from may go with the same drawing. */
function useWayBack(opened: boolean): readonly HTMLElement[] {
  const [seen, setSeen] = useState<{ opened: boolean; wayBack: readonly HTMLElement[] }>({
    opened: false,
    wayBack: [],
  });
  if (seen.opened === opened) return seen.wayBack;
  const next = { opened, wayBack: opened ? wayBackTo(document.activeElement) : seen.wayBack };
  setSeen(next);
  return next.wayBack;
}

/** Gives the focus to a field that comes into an open dialog, unless the person has gone somewhere with it. */
function useLateFocus(opened: boolean, node: HTMLElement | null): void {
  useEffect(() => {
    if (!opened || !node) return;
    let known = node.querySelector(WANTED);
    const observer = new MutationObserver(() => {
      const wanted = node.querySelector<HTMLElement>(WANTED);
      if (wanted === known) return;
      known = wanted;
      if (isNowhere() || document.activeElement === node.querySelector(CLOSE_BUTTON))
        wanted?.focus({ preventScroll: true });
    });
    observer.observe(node, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [opened, node]);
}

/**
 * A button that is switched off while its call is under way loses the focus; it gets it back when the call has failed and
 * the dialog stays open, unless the person has gone somewhere with it.
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
      if (!(element instanceof HTMLElement) || element.matches(':disabled') || !isNowhere()) return;
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

export function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function goBack({ node, wayBack }: OpenDialog): void {
  for (const element of wayBack) {
    if (!isNowhere() && !node?.contains(document.activeElement)) return;
    element.focus({ preventScroll: true });
  }
}

/**
 * The place itself, the button of its menu, what stands around it, the dialog that it is in, and that one's own way back.
 * Nowhere is where the focus goes from a button that is switched off while it works.
 */
function wayBackTo(from: Element | null): HTMLElement[] {
  if (from === null || from === document.body) return focusTargetsIn(topmostDialog());
  const menu = from.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const button = menu ? document.getElementById(menu) : null;
  const around = [...dialogs].find(({ node }) => node?.contains(from));
  const near = [from, button, ...neighboursOf(button ?? from)].filter(
    (element) => element instanceof HTMLElement,
  );
  return [...near, ...focusTargetsIn(around?.node ?? null), ...(around?.wayBack ?? [])];
}

export function focusTargetsIn(dialog: HTMLElement | null): HTMLElement[] {
  const elements = [WANTED, '[role="dialog"]'].map((one) => dialog?.querySelector<HTMLElement>(one));
  return elements.filter((element) => element instanceof HTMLElement);
}

/** Of a row: those after and before it; of a section: its first button. */
function neighboursOf(element: Element): (Element | null | undefined)[] {
  const neighbours: (Element | null | undefined)[] = [];
  for (
    let part = element.closest('li, section');
    part;
    part = part.parentElement?.closest('li, section') ?? null
  ) {
    const near = part.matches('li') ? [part.nextElementSibling, part.previousElementSibling] : [part];
    neighbours.push(...near.map((one) => one?.querySelector('button, a')));
  }
  return neighbours;
}
