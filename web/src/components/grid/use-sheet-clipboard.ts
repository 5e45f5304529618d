import { type RefObject, useEffect, useRef } from 'react';
import { type Block, readClipboard, toHtmlTable, toTsv } from './clipboard.ts';
import type { SheetSelection } from './sheet-selection.ts';
import type { CellRange, SheetProps } from './sheet-types.ts';

type Actions = Pick<SheetProps, 'copy' | 'cut' | 'onCopyFailed' | 'onPaste'>;

/**
 * Copy, cut and paste while the sheet has the focus. Native clipboard events are used: Glide would request permission
 * to read the clipboard, and loses line breaks inside cells.
 */
export function useSheetClipboard(
  box: RefObject<HTMLElement | null>,
  selection: SheetSelection,
  actions: Actions,
): void {
  const latest = useRef({ selection, actions });
  latest.current = { selection, actions };
  useEffect(() => {
    const range = (): CellRange | null => {
      const hasFocus = box.current?.contains(document.activeElement) === true;
      const isTyping = document.activeElement?.matches('input, textarea, [contenteditable]') === true;
      return hasFocus && !isTyping ? (latest.current.selection.current.current?.range ?? null) : null;
    };
    const copy = (event: ClipboardEvent) => {
      const chosen = range();
      if (!chosen) return;
      event.preventDefault();
      const { actions } = latest.current;
      put(event, actions.copy(chosen)).catch(actions.onCopyFailed);
    };
    const cut = (event: ClipboardEvent) => {
      const chosen = range();
      if (!chosen) return;
      event.preventDefault();
      const { actions } = latest.current;
      const { copied, clear } = actions.cut(chosen);
      // Cells are cleared only once they are safely on the clipboard.
      put(event, copied).then(clear, actions.onCopyFailed);
    };
    const paste = (event: ClipboardEvent) => {
      const chosen = range();
      const block = chosen && event.clipboardData ? readClipboard(event.clipboardData) : null;
      if (!chosen || !block) return;
      event.preventDefault();
      latest.current.actions.onPaste(chosen, block);
    };
    document.addEventListener('copy', copy);
    document.addEventListener('cut', cut);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('copy', copy);
      document.removeEventListener('cut', cut);
      document.removeEventListener('paste', paste);
    };
  }, [box]);
}

/** Copies a block to the clipboard, with the asynchronous API while it is still loading. */
async function put(event: ClipboardEvent, block: Block | Promise<Block>): Promise<void> {
  if (Array.isArray(block)) {
    event.clipboardData?.setData('text/plain', toTsv(block));
    event.clipboardData?.setData('text/html', toHtmlTable(block));
    return;
  }
  if (!('clipboard' in navigator)) {
    throw new Error('To copy cells outside the visible area, open the portal over HTTPS.');
  }
  const as = (type: string, write: (block: Block) => string) =>
    block.then((rows) => new Blob([write(rows)], { type }));
  const written = navigator.clipboard.write([
    new ClipboardItem({
      'text/plain': as('text/plain', toTsv),
      'text/html': as('text/html', toHtmlTable),
    }),
  ]);
  // The reason why cells could not be loaded comes first: the clipboard reports only that it has no data.
  await Promise.all([block, written]);
}
