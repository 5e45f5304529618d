import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** A field, or the guide section named in the URL. */
const RETAINS_FOCUS = 'input, textarea, select, [contenteditable="true"], [data-section]';

/** After navigation the new screen's heading gets the focus, so that a screen reader announces it. */
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
      // Unless the screen has already focused its first field.
      if (document.activeElement?.matches(RETAINS_FOCUS)) return;
      document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [path]);
}
