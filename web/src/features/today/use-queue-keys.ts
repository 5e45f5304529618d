import { useWindowEvent } from '@mantine/hooks';
import { topmostDialog } from '../../components/ui/dialog-stack.ts';

/** Where letters and arrows have their own meaning. */
const OWN_KEYS = 'input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"]';

interface QueueKeys {
  /** Moves by this many items. */
  go: (steps: number) => void;
  snooze: () => void;
  reassign: () => void;
  addTask: () => void;
  open: () => void;
  /** Dismisses an optional item. */
  dismiss: () => void;
  undo: () => void;
}

/** Keyboard shortcuts of the queue; Enter activates the focused button natively. */
export function useQueueKeys({ go, snooze, reassign, addTask, open, dismiss, undo }: QueueKeys): void {
  const actions = new Map<string, () => void>([
    ['j', () => go(1)],
    ['ArrowDown', () => go(1)],
    ['k', () => go(-1)],
    ['ArrowUp', () => go(-1)],
    ['s', snooze],
    ['h', reassign],
    ['n', addTask],
    ['o', open],
    ['d', dismiss],
    ['z', undo],
  ]);
  useWindowEvent('keydown', (event) => {
    const action = actions.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
    // Holding Z undoes once.
    if (!action || !isForQueue(event) || (event.repeat && action === undo)) return;
    event.preventDefault();
    action();
  });
}

function isForQueue(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
    return false;
  if (event.isComposing || topmostDialog() !== null) return false;
  return !(event.target instanceof Element && event.target.closest(OWN_KEYS));
}
