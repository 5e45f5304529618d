import { singleLine } from '@ledgerline/contract/rules';
import type { ClipboardEvent } from 'react';

/** Pasted line breaks become spaces; the browser would join the lines without any. `onText` gets the full text. */
export function pasteOneLine(event: ClipboardEvent<HTMLInputElement>, onText: (text: string) => void): void {
  const pasted = event.clipboardData.getData('text/plain');
  if (!/[\n\r]/.test(pasted)) return;
  event.preventDefault();
  const { value, selectionStart, selectionEnd, maxLength } = event.currentTarget;
  const before = value.slice(0, selectionStart ?? value.length);
  const text = `${before}${singleLine(pasted)}${value.slice(selectionEnd ?? value.length)}`;
  onText(maxLength > 0 ? text.slice(0, maxLength) : text);
}
