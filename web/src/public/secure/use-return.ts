import { useEffect, useEffectEvent, useRef } from 'react';

/** The addresses of files work for ten minutes. */
const LOOK_MS = 4 * 60_000;

/**
 * Calls when the visitor comes back to this tab, also by the browser's Back out of its memory, and now and then while he
 * looks at it; never while a call is under way. `keep` is called first, each time: out of the browser's memory a page
 * comes back as it was, but this tab may have opened another link meanwhile.
 */
export function useReturn(onReturn: () => unknown, store?: () => void): void {
  const isUnderWay = useRef(false);
  const onStore = useEffectEvent(() => store?.());
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
    const onVisible = () => {
      onStore();
      if (document.visibilityState === 'visible') void returned();
    };
    const restored = (event: PageTransitionEvent) => {
      if (event.persisted) onVisible();
    };
    document.addEventListener('visibilitychange', onVisible);
    window.addEventListener('focus', onVisible);
    window.addEventListener('pageshow', restored);
    const timer = setInterval(onVisible, LOOK_MS);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('focus', onVisible);
      window.removeEventListener('pageshow', restored);
    };
  }, []);
}
