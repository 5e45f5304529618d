import { useNavigate, useSearch } from '@tanstack/react-router';
import { AnchorLink } from '../../components/ui/link.tsx';
import { AuthCard } from './auth-card.tsx';
import { SignInForm } from './sign-in-form.tsx';
import styles from './sign-in-page.module.css';

/** "Agent Portal": the way in for agents; afterwards on to what was asked for first (0§2). */
export function SignInPage() {
  const navigate = useNavigate();
  const { origin } = useSearch({ from: '/crm/login' });
  function goOn(mustSetUp: boolean) {
    if (mustSetUp) void navigate({ to: '/crm/second-step', search: { origin }, replace: true });
    else void navigate({ href: origin ?? '/crm/', replace: true });
  }
  return (
    <AuthCard title="Agent Portal">
      <SignInForm onSignedIn={goOn} />
      <p className={styles.beside}>
        <AnchorLink to="/crm/forgotten-password" size="sm" preload={false}>
          Forgot your password?
        </AnchorLink>
      </p>
    </AuthCard>
  );
}
