import type { GridKeyEventArgs } from '@glideapps/glide-data-grid';
import { type RefObject, useCallback, useEffect } from 'react';
import { topmostDialog } from '../ui/dialog-stack.ts';
import type { SheetSelection } from './sheet-selection.ts';
import type { SheetProps } from './sheet-types.ts';

/** Keys pressed on the sheet, passed to the page before the sheet handles them. */
export function useSheetKeys(
  onKey: SheetProps['onKey'],
  selection: SheetSelection,
  typeAhead: { current: TypeAhead | null },
  frozenColumns: number,
  cellAt: SheetProps['cellAt'],
) {
  return useCallback(
    (event: GridKeyEventArgs) => {
      const cell = selection.current.current?.cell;
      // A loading cell opens no editor: its characters must not wait for one that opens elsewhere.
      const isLoading = cell !== undefined && cellAt(cell[0], cell[1]) === null;
      if (isLoading) typeAhead.current = null;
      const wasWaiting = typeAhead.current !== null;
      if (!isLoading && bufferTyped(event, typeAhead)) return;
      if (!wasWaiting && typeAhead.current && cell && cell[0] < frozenColumns) {
        typeAhead.current.isOpening = true;
        openFrozen(event);
        return;
      }
      onKey({
        key: event.key,
        code: event.rawEvent?.code ?? '',
        isPrimary: event.ctrlKey || event.metaKey,
        shift: event.shiftKey,
        alt: event.altKey,
        at: cell ? { col: cell[0], row: cell[1] } : null,
        consume() {
          event.cancel();
          event.preventDefault();
        },
      });
    },
    [onKey, selection, typeAhead, frozenColumns, cellAt],
  );
}

/** Whether a key types a character. */
export function isTyped(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  return event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
}

/**
 * A character typed while no element has the focus, for example after a button was removed, edits the selected cell:
 * single-key shortcuts (`/`, `?`, `g`) must not receive it in the middle of an entry.
 */
export function useUnfocusedTyping(box: RefObject<HTMLElement | null>, selection: SheetSelection): void {
  const hasCell = selection.current.current !== undefined;
  useEffect(() => {
    if (!hasCell) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const canvas = box.current?.querySelector('canvas');
      if (!canvas || event.target !== document.body || topmostDialog() || !isTyped(event)) return;
      event.preventDefault();
      event.stopPropagation();
      canvas.focus({ preventScroll: true });
      press(canvas, event.key);
    };
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, [box, hasCell]);
}

/** Dispatches a synthetic key event; the sheet still reads legacy key codes. */
function press(target: Element | null, key: string): void {
  const keyCode = key === 'Enter' ? 13 : key === 'Tab' ? 9 : key.toUpperCase().charCodeAt(0);
  target?.dispatchEvent(new KeyboardEvent('keydown', { key, keyCode, bubbles: true, cancelable: true }));
}

/** Glide treats frozen columns as out of view and ignores typing there; the key that opens a cell opens them too. */
function openFrozen(event: GridKeyEventArgs): void {
  const target = event.rawEvent?.target;
  event.cancel();
  event.preventDefault();
  queueMicrotask(() => {
    const key = { key: 'F2', code: 'F2', keyCode: 113, bubbles: true, cancelable: true };
    target?.dispatchEvent(new KeyboardEvent('keydown', key));
  });
}

/** Characters typed before their editor is mounted. */
export interface TypeAhead {
  text: string;
  since: number;
  /** The sheet opens the editor only after it has drawn the selected cell. */
  isOpening: boolean;
  /** Enter or Tab was pressed as well: the editor closes immediately, moving in this direction. */
  end?: readonly [0 | 1, 0 | 1];
  /** Keys pressed after that, for the next cell. */
  rest: string[];
}

const ENDS: Record<string, readonly [0 | 1, 0 | 1]> = { Enter: [0, 1], Tab: [1, 0] };

/** An editor slower than this never opens: the cell is loading. */
const OPENING_MS = 2000;

/**
 * The first character opens an editor, which takes a moment; further input still arrives here and is buffered for it.
 * True for a buffered character.
 */
function bufferTyped(event: GridKeyEventArgs, typeAhead: { current: TypeAhead | null }): boolean {
  const now = event.rawEvent?.timeStamp ?? 0;
  if (typeAhead.current && now - typeAhead.current.since > OPENING_MS) typeAhead.current = null;
  const isCharacter = isTyped(event);
  const end = event.shiftKey ? undefined : ENDS[event.key];
  const canOpen = event.bounds !== undefined;
  if (typeAhead.current && isCharacter && !typeAhead.current.isOpening) {
    typeAhead.current = {
      text: typeAhead.current.text + event.key,
      since: now,
      isOpening: canOpen,
      rest: [],
    };
    return false;
  }
  if (typeAhead.current && (isCharacter || end)) {
    if (typeAhead.current.end) typeAhead.current.rest.push(event.key);
    else if (end) typeAhead.current.end = end;
    else typeAhead.current.text += event.key;
    event.cancel();
    event.preventDefault();
    return true;
  }
  if (isCharacter && event.key !== ' ') {
    typeAhead.current = { text: event.key, since: now, isOpening: canOpen, rest: [] };
  }
  if (event.key.length > 1 && event.key !== 'Shift' && event.key !== 'F2') typeAhead.current = null;
  return false;
}

/** Replays keys that were pressed too early for the next cell, once the sheet has moved there. */
export function pressRemaining(typeAhead: { current: TypeAhead | null }): void {
  const pending = typeAhead.current;
  setTimeout(() => {
    if (typeAhead.current === pending) typeAhead.current = null;
    for (const key of pending?.rest ?? []) press(document.activeElement, key);
  });
}
