import { useEffectEvent, useLayoutEffect, useRef } from 'react';

/** File addresses are valid for ten minutes. */
const REFRESH_MS = 4 * 60_000;

/**
 * Runs when the visitor returns to this tab, also from the back/forward cache, and periodically while they
 * view it; never while a call is in flight. `store` is called first each time: a page restored from the cache is
 * unchanged, but this tab may have opened another link meanwhile.
 */
export function useReturn(onReturn: () => unknown, store?: () => void): void {
  const isRunning = useRef(false);
  const onStore = useEffectEvent(() => store?.());
  const returned = useEffectEvent(async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await onReturn();
    } finally {
      isRunning.current = false;
    }
  });
  // In the layout phase: a visitor may return as soon as the page is displayed.
  useLayoutEffect(() => {
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
    const timer = setInterval(onVisible, REFRESH_MS);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('focus', onVisible);
      window.removeEventListener('pageshow', restored);
    };
  }, []);
}
