import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/**
 * Keeps what is typed between Ctrl/Cmd+K and the moment at which the palette's input has the focus: its code may be on
 * its way. `take` hands it over and ends the keeping.
 */
export function useTypedAhead(isOpen: boolean, onEscape: () => void) {
  const buffer = useRef('');
  const leave = useRef(onEscape);
  const [typed, setTyped] = useState('');
  const isKeeping = useRef(false);
  useLayoutEffect(() => {
    leave.current = onEscape;
  });
  useLayoutEffect(() => {
    if (!isOpen) return;
    buffer.current = '';
    setTyped('');
    isKeeping.current = true;
    const keep = (event: KeyboardEvent) => {
      if (!isKeeping.current || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Escape') return leave.current();
      buffer.current = keyed(buffer.current, event.key);
      setTyped(buffer.current);
    };
    window.addEventListener('keydown', keep, true);
    return () => {
      isKeeping.current = false;
      window.removeEventListener('keydown', keep, true);
    };
  }, [isOpen]);
  const take = useCallback(() => {
    isKeeping.current = false;
    const taken = buffer.current;
    buffer.current = '';
    return taken;
  }, []);
  return { typed, take };
}

function keyed(text: string, key: string): string {
  if (key === 'Backspace') return text.slice(0, -1);
  // Names of keys, as Shift and ArrowDown, are longer than what one key types.
  return [...key].length === 1 ? text + key : text;
}
