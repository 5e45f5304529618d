import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

/** The section that the address names is brought into sight, with the focus, as soon as it is there. */
export function useSectionFocus(): void {
  const section = useRouterState({ select: ({ location }) => location.hash });
  // Another key for each time the link is followed.
  const visit = useRouterState({ select: ({ location }) => location.state.__TSR_key });
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for every visit
  useEffect(() => {
    if (section === '') return;
    const heading = document.getElementById(section);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [section, visit]);
}
