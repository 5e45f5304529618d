/** A dialog that may cover others. */
export interface Layered {
  node: HTMLElement | null;
  /** 0 on the page, 1 on an already open dialog, and so on. */
  layer: number;
  onEscape: () => void;
  /** Stays on top of dialogs opened later. */
  isLock: boolean;
}

/** Far above the layers of any dialogs. */
const LOCK_LAYER = 1000;

/** All dialogs on the page, and the open ones, newest last. */
const known = new Set<Layered>();
const open: Layered[] = [];

export function registerDialog(dialog: Layered): () => void {
  known.add(dialog);
  return () => void known.delete(dialog);
}

/** The DOM node of the topmost dialog; null where none is open. */
export function topmostDialog(): HTMLElement | null {
  return open.at(-1)?.node ?? null;
}

/** Where screen shortcuts apply: in the topmost dialog, or on the page where none is open. */
export function topmostArea(): ParentNode {
  return topmostDialog() ?? document;
}

/** Puts a dialog on top of the open ones; returns its layer. */
export function putOnTop(dialog: Layered): number {
  const isUnderLock = !dialog.isLock && open.at(-1)?.isLock === true;
  dialog.layer = dialog.isLock ? LOCK_LAYER : (open.at(isUnderLock ? -2 : -1)?.layer ?? -1) + 1;
  if (open.length === 0) window.addEventListener('keydown', handleKey, { capture: true });
  open.splice(isUnderLock ? -1 : open.length, 0, dialog);
  markCovered();
  return dialog.layer;
}

export function removeFromStack(dialog: Layered): void {
  open.splice(open.indexOf(dialog), 1);
  if (open.length === 0) window.removeEventListener('keydown', handleKey, { capture: true });
  markCovered();
}

/** Lower dialogs and closing ones receive neither pointer nor focus. */
export function markCovered(): void {
  const top = open.at(-1);
  for (const dialog of known) {
    dialog.node?.toggleAttribute('inert', dialog !== top);
    // Only the topmost dialog has a backdrop (global.css).
    dialog.node?.toggleAttribute('data-covered', dialog !== top && open.includes(dialog));
  }
}

function handleKey(event: KeyboardEvent): void {
  const top = open.at(-1);
  if (event.key === 'Escape' && !event.isComposing && !isFloating(event.target)) top?.onEscape();
  // The focused element is gone: continue in the dialog, not on the page behind it.
  if (event.key === 'Tab' && document.activeElement === document.body)
    top?.node?.querySelector<HTMLElement>('[role="dialog"]')?.focus();
}

/** Esc in an open list or calendar closes that first; the same goes for a drag. */
function isFloating(target: EventTarget | null): boolean {
  const floating = '[data-mantine-stop-propagation="true"], .mantine-Popover-dropdown';
  return target instanceof Element && target.closest(floating) !== null;
}
