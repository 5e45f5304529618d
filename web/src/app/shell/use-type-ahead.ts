import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/**
 * Buffers text typed between Ctrl/Cmd+K and the palette input getting the focus, since its code may still load.
 * `take` returns the text and stops buffering.
 */
export function useTypeAhead(isOpen: boolean, onEscape: () => void) {
  const buffer = useRef('');
  const leave = useRef(onEscape);
  const [typed, setTyped] = useState('');
  const isBuffering = useRef(false);
  useLayoutEffect(() => {
    leave.current = onEscape;
  });
  useLayoutEffect(() => {
    if (!isOpen) return;
    buffer.current = '';
    setTyped('');
    isBuffering.current = true;
    const bufferKey = (event: KeyboardEvent) => {
      if (!isBuffering.current || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Escape') return leave.current();
      buffer.current = keyed(buffer.current, event.key);
      setTyped(buffer.current);
    };
    window.addEventListener('keydown', bufferKey, true);
    return () => {
      isBuffering.current = false;
      window.removeEventListener('keydown', bufferKey, true);
    };
  }, [isOpen]);
  const drain = useCallback(() => {
    isBuffering.current = false;
    const typedText = buffer.current;
    buffer.current = '';
    return typedText;
  }, []);
  return { typed, drain };
}

function keyed(text: string, key: string): string {
  if (key === 'Backspace') return text.slice(0, -1);
  // Key names such as Shift and ArrowDown are longer than one typed character.
  return [...key].length === 1 ? text + key : text;
}
