import { useEffect, useRef } from 'react';

/** Adds each step to the browser history, so that Back leads to the previous step, not out of the form. */
export function useStepHistory(step: number, onBack: (step: number) => void): void {
  const shown = useRef(step);
  const goBack = useRef(onBack);
  useEffect(() => {
    goBack.current = onBack;
  });
  useEffect(() => {
    history.replaceState({ step: shown.current }, '');
    function follow(event: PopStateEvent) {
      const wanted = stepOf(event.state);
      if (wanted === null) return;
      shown.current = wanted;
      goBack.current(wanted);
    }
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    history.pushState({ step }, '');
  }, [step]);
}

function stepOf(state: unknown): number | null {
  const isStep = typeof state === 'object' && state !== null && 'step' in state;
  return isStep && typeof state.step === 'number' ? state.step : null;
}
