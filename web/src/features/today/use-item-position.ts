import { type FocusEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { hasNoFocus } from '../../components/ui/dialog-focus.ts';

const ITEM = '[data-item]';

/**
 * Roving tab index of the queue: one item is the tab stop, and when it is removed the next one is. Focus moves with
 * it, also out of a dialog about the item.
 */
export function useItemPosition(keys: readonly string[], isCovered: boolean) {
  const list = useRef<HTMLDivElement>(null);
  const before = useRef(keys);
  const hasFocus = useRef(false);
  const [current, setCurrent] = useState<string | null>(null);
  const stop = current !== null && keys.includes(current) ? current : (keys[0] ?? null);

  useLayoutEffect(() => {
    const were = before.current;
    before.current = keys;
    if (current === null || keys.includes(current)) return;
    const next = nextOf(were, current, keys);
    setCurrent(next);
    if (hasFocus.current && hasNoFocus()) focusAction(list.current, next);
  }, [keys, current]);

  // After the dialog has restored its own focus: for an item removed meanwhile, focus its successor's main action.
  const coveredAt = useRef<string | null>(null);
  const uncover = useEffectEvent(() => {
    if (!hasFocus.current || (current === coveredAt.current && !hasNoFocus())) return;
    if (hasNoFocus() || list.current?.contains(document.activeElement)) focusAction(list.current, current);
  });
  const cover = useEffectEvent(() => {
    coveredAt.current = current;
  });
  useEffect(() => (isCovered ? cover() : uncover()), [isCovered]);

  function go(steps: number) {
    const at = stop === null ? -1 : keys.indexOf(stop);
    const isInside = list.current?.contains(document.activeElement) ?? false;
    // When the focus is elsewhere, the first key press focuses the tab stop itself.
    const to = keys[Math.min(Math.max(at + (isInside ? steps : 0), 0), keys.length - 1)];
    if (isInside && steps > 0 && at === keys.length - 1)
      return list.current?.querySelector<HTMLElement>('[data-more]')?.focus();
    if (to !== undefined) focusAction(list.current, to);
  }
  return {
    list,
    /** The item whose controls are in the tab order. */
    stop,
    go,
    /** The focused item. */
    focused: () => document.activeElement?.closest<HTMLElement>(ITEM)?.dataset.item ?? null,
    runAction: (key: string) => actionOf(list.current, key)?.click(),
    handlers: {
      onFocus: ({ target }: FocusEvent) => {
        const key = target.closest<HTMLElement>(ITEM)?.dataset.item;
        if (key === undefined) return;
        hasFocus.current = true;
        setCurrent(key);
      },
      onBlur: ({ relatedTarget }: FocusEvent) => {
        const isRetained =
          relatedTarget === null ||
          list.current?.contains(relatedTarget) ||
          relatedTarget.closest('[role="dialog"]');
        if (!isRetained) hasFocus.current = false;
      },
    },
  };
}

/** The item now at this position; the last one if the list became shorter. */
function nextOf(were: readonly string[], gone: string, keys: readonly string[]): string | null {
  const after = were.slice(were.indexOf(gone) + 1).find((key) => keys.includes(key));
  return after ?? keys.at(-1) ?? null;
}

function actionOf(list: HTMLElement | null, key: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-item="${key}"] [data-main-action]`) ?? null;
}

/** Without items the heading gets the focus, so that keyboard users keep their position. */
function focusAction(list: HTMLElement | null, key: string | null): void {
  const target =
    key === null ? document.querySelector<HTMLElement>('[data-page-title]') : actionOf(list, key);
  target?.focus();
}
