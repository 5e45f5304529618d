import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { rememberThing, thingAt } from './recent-things.ts';

/** What is opened comes first in the palette the next time. */
export function useRememberOpened(): void {
  const thing = useRouterState({
    select: ({ resolvedLocation }) =>
      resolvedLocation ? thingAt(resolvedLocation.pathname, resolvedLocation.search) : null,
  });
  useEffect(() => {
    if (thing) rememberThing(thing);
  }, [thing]);
}
