import { useEffect, useEffectEvent, useRef } from 'react';

/** The addresses of files work for ten minutes. */
const LOOK_MS = 4 * 60_000;

/**
 * Calls when the visitor comes back to this tab, also by the browser's Back out of its memory, and now and then while he
 * looks at it; never while a call is under way. `keep` is called first, each time: out of the browser's memory a page
 * comes back as it was, but this tab may have opened another link meanwhile.
 */
export function useReturn(onReturn: () => unknown, keep?: () => void): void {
  const isUnderWay = useRef(false);
  const kept = useEffectEvent(() => keep?.());
  const returned = useEffectEvent(async () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    try {
      await onReturn();
    } finally {
      isUnderWay.current = false;
    }
  });
  useEffect(() => {
    const heard = () => {
      kept();
      if (document.visibilityState === 'visible') void returned();
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
