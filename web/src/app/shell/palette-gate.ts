import { useEffect } from 'react';

const doors = new Set<() => void>();

/** Opens the palette without a keyboard. */
export function openPalette(): void {
  for (const open of doors) open();
}

export function usePaletteDoor(open: () => void): void {
  useEffect(() => {
    doors.add(open);
    return () => {
      doors.delete(open);
    };
  }, [open]);
}
