import { Button, type ButtonProps, Loader } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';

export interface RetryProps {
  onRetry: () => void;
  isRetrying?: boolean;
  /** Try Again, unless said. */
  retryLabel?: string | undefined;
}

type RetryButtonProps = RetryProps & Pick<ButtonProps, 'size' | 'mt' | 'ml'>;

/** Stays on, and so keeps the keyboard, while it is tried again; then the focus goes to what came in its place. */
export function RetryButton({
  onRetry,
  isRetrying = false,
  retryLabel = 'Try Again',
  ...look
}: RetryButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const node = button.current;
    return () => {
      if (node && document.activeElement === node) moveFocusFrom(node);
    };
  }, []);
  return (
    <Button
      {...look}
      ref={button}
      variant="default"
      leftSection={isRetrying && <Loader size={14} aria-hidden />}
      aria-busy={isRetrying}
      onClick={() => {
        if (!isRetrying) onRetry();
      }}
    >
      {retryLabel}
    </Button>
  );
}

const FOCUSABLE = 'a[href], button:enabled, input:enabled, [tabindex]';

/** To the first that can take it of what stands where the failure stood, else to what is around that. */
function moveFocusFrom(button: HTMLElement): void {
  const failure = button.closest('[role="alert"]') ?? button;
  const { previousElementSibling: before, parentElement: around } = failure;
  queueMicrotask(() => {
    if (document.activeElement !== document.body) return;
    let part = before ? before.nextElementSibling : around?.firstElementChild;
    let target: Element | null = null;
    while (part && !target) {
      target = part.matches(FOCUSABLE) ? part : part.querySelector(FOCUSABLE);
      part = part.nextElementSibling;
    }
    target ??= around?.closest(FOCUSABLE) ?? null;
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  });
}
