import { focusTargetsIn, isNowhere, onNextAction } from '../../components/ui/dialog-focus.ts';
import { topmostDialog } from '../../components/ui/dialog-stack.ts';

/** What was hidden may be drawn late, or lie under something that goes late: until then it takes no focus. */
const GIVE_UP_MS = 3000;
const TRY_MS = 50;

export interface ComingBack {
  /** Where the focus still wants to; null once it is there, or the person went somewhere else with it. */
  stop: () => Element | null;
}

/**
 * Brings the focus back to where it was before the screen was hidden, and meanwhile into the topmost dialog. Tried until it
 * is there, or the person does something.
 */
export function comeBack(target: Element | null): ComingBack {
  let wanted = target;
  const end = () => {
    clearInterval(timer);
    ignoreActions();
    wanted = null;
  };
  const started = Date.now();
  const attempt = () => {
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    for (const near of isNowhere() ? focusTargetsIn(topmostDialog()).reverse() : [])
      near.focus({ preventScroll: true });
    if (document.activeElement === target || Date.now() - started > GIVE_UP_MS) end();
  };
  const ignoreActions = onNextAction(end);
  const timer = setInterval(attempt, TRY_MS);
  setTimeout(() => wanted !== null && attempt());
  return {
    stop: () => {
      const still = wanted;
      end();
      return still;
    },
  };
}
