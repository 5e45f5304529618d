import { useSearch } from '@tanstack/react-router';
import { SignInCard } from './sign-in-card.tsx';

/** "Agent Portal": the way in for agents; afterwards on to what was asked for first (0§2). */
export function SignInPage() {
  const { origin } = useSearch({ from: '/crm/login' });
  return <SignInCard origin={origin} />;
}
