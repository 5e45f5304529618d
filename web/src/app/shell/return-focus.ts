import { focusTargetsIn, hasNoFocus, onNextAction } from '../../components/ui/dialog-focus.ts';
import { topmostDialog } from '../../components/ui/dialog-stack.ts';

/** Hidden content may render late, or be covered by something that closes late: until then it cannot be focused. */
const TIMEOUT_MS = 3000;
const TRY_MS = 50;

export interface FocusReturn {
  /** The pending focus target; null once focused, or when the user moved the focus elsewhere. */
  stop: () => Element | null;
}

/**
 * Restores the focus from before the screen was hidden, and focuses the topmost dialog meanwhile. Retries until it
 * succeeds or the user acts.
 */
export function restoreFocus(target: Element | null): FocusReturn {
  let wanted = target;
  const end = () => {
    clearInterval(timer);
    ignoreActions();
    wanted = null;
  };
  const started = Date.now();
  const attempt = () => {
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    for (const near of hasNoFocus() ? focusTargetsIn(topmostDialog()).reverse() : [])
      near.focus({ preventScroll: true });
    if (document.activeElement === target || Date.now() - started > TIMEOUT_MS) end();
  };
  const ignoreActions = onNextAction(end);
  const timer = setInterval(attempt, TRY_MS);
  setTimeout(() => wanted !== null && attempt());
  return {
    stop: () => {
      const pending = wanted;
      end();
      return pending;
    },
  };
}
