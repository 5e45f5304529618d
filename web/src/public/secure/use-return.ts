import { useEffect, useEffectEvent } from 'react';

/** Calls when the visitor comes back to this tab, also by the browser's Back out of its memory. */
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
    return () => {
      document.removeEventListener('visibilitychange', heard);
      window.removeEventListener('focus', heard);
      window.removeEventListener('pageshow', restored);
    };
  }, []);
}
