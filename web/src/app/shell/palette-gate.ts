import { useEffect } from 'react';

const openers = new Set<() => void>();

/** Opens the palette without a keyboard. */
export function openPalette(): void {
  for (const open of openers) open();
}

export function usePaletteOpener(open: () => void): void {
  useEffect(() => {
    openers.add(open);
    return () => {
      openers.delete(open);
    };
  }, [open]);
}
