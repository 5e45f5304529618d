import { useEffect, useEffectEvent } from 'react';

/** The addresses of files work for ten minutes. */
const LOOK_MS = 4 * 60_000;

/**
 * Calls when the visitor comes back to this tab, also by the browser's Back out of its memory, and now and then while he
 * looks at it.
 */
export function useReturn(onReturn: () => void): void {
  const returned = useEffectEvent(onReturn);
  useEffect(() => {
    const heard = () => {
      if (document.visibilityState === 'visible') returned();
    };
    const restored = (event: PageTransitionEvent) => {
      if (event.persisted) heard();
    };
    document.addEventListener('visibilitychange', heard);
    window.addEventListener('focus', heard);
    window.addEventListener('pageshow', restored);
    const timer = setInterval(heard, LOOK_MS);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', heard);
      window.removeEventListener('focus', heard);
      window.removeEventListener('pageshow', restored);
    };
  }, []);
}
