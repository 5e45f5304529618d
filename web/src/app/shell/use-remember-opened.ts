import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { rememberThing, thingAt } from './recent-things.ts';

/** Opened items come first in the palette next time. */
export function useRememberOpened(): void {
  const thing = useRouterState({
    select: ({ resolvedLocation }) =>
      resolvedLocation ? thingAt(resolvedLocation.pathname, resolvedLocation.search) : null,
  });
  useEffect(() => {
    if (thing) rememberThing(thing);
  }, [thing]);
}
