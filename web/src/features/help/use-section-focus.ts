import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Scrolls to the section named in the URL and focuses it as soon as it renders. */
export function useSectionFocus(): void {
  const section = useRouterState({ select: ({ location }) => location.hash });
  // The key changes each time the link is followed.
  const visit = useRouterState({ select: ({ location }) => location.state.__TSR_key });
  // biome-ignore lint/correctness/useExhaustiveDependencies: run again on every visit
  useEffect(() => {
    if (section === '') return;
    const heading = document.getElementById(section);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [section, visit]);
}
