import type { AnyRouter } from '@tanstack/react-router';

/** Another screen is being opened, and this one is still shown: a debounced search must not navigate back to it. */
export function isLeaving({ state, latestLocation }: Pick<AnyRouter, 'state' | 'latestLocation'>): boolean {
  const { resolvedLocation } = state;
  return resolvedLocation !== undefined && resolvedLocation.pathname !== latestLocation.pathname;
}
