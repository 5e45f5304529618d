import { useEffect } from 'react';

const doors = new Set<() => void>();

/** Opens the palette from where there is no keyboard. */
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
