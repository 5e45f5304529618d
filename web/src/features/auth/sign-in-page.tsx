import { useSearch } from '@tanstack/react-router';
import { SignInCard } from './sign-in-card.tsx';

/** "Agent Portal": the agent sign-in page. Continues to the requested page afterwards (0§2). */
export function SignInPage() {
  const { origin } = useSearch({ from: '/crm/login' });
  return <SignInCard origin={origin} />;
}
