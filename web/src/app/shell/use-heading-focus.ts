import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** A field, or the section of the guide that the address names. */
const RETAINS_FOCUS = 'input, textarea, select, [contenteditable="true"], [data-section]';

/** After a navigation the focus goes to the new screen's heading, so that a screen reader says where one is. */
export function useHeadingFocus(): void {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const seen = useRef(path);
  useEffect(() => {
    if (seen.current === undefined || path === seen.current) {
      seen.current = path;
      return;
    }
    seen.current = path;
    const frame = requestAnimationFrame(() => {
      // A screen that put the focus into its first field keeps it there.
      if (document.activeElement?.matches(RETAINS_FOCUS)) return;
      document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [path]);
}
