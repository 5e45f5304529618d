import { Alert, type AlertProps, Button, type ButtonProps, Group, Loader, Text } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';

export interface RetryProps {
  onRetry: () => void;
  isRetrying?: boolean;
  /** Defaults to Try Again. */
  retryLabel?: string | undefined;
}

type RetryButtonProps = RetryProps & Pick<ButtonProps, 'size' | 'mt' | 'ml'>;

/** Stays enabled, and so keeps the focus, during the retry; then the focus moves to the content that replaced it. */
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

/** Focuses the first focusable element of the content that replaced the error, or else its container. */
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

interface LoadAlertProps extends RetryProps, Pick<AlertProps, 'title' | 'mb'> {
  /** The message: the data that could not be loaded, and the consequence. */
  text: string;
}

/** Something next to the main content could not be loaded; the screen stays usable. */
export function LoadAlert({ text, title, mb, ...retry }: LoadAlertProps) {
  return (
    <Alert title={title} mb={mb} color="red" role="alert" py={10}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{text}</Text>
        <RetryButton {...retry} size="xs" />
      </Group>
    </Alert>
  );
}
