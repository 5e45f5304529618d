import { useNavigate } from '@tanstack/react-router';
import { AnchorLink } from '../../components/ui/link.tsx';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { AuthCard } from './auth-card.tsx';
import { SignInForm } from './sign-in-form.tsx';
import styles from './sign-in-page.module.css';

interface SignInCardProps {
  /** The portal page that was requested before sign-in. */
  origin: string | undefined;
  /** Error from a sign-in attempt on another page. */
  failure?: string | null;
}

/** The sign-in methods. Continues to the requested page afterwards. */
export function SignInCard({ origin, failure = null }: SignInCardProps) {
  const navigate = useNavigate();
  const { sso } = usePublicSettings();
  function continueToPortal(mustSetUp: boolean) {
    if (mustSetUp) void navigate({ to: '/crm/second-step', search: { origin }, replace: true });
    else void navigate({ href: origin ?? '/crm/', replace: true });
  }
  return (
    <AuthCard title="Agent Portal">
      <SignInForm onSignedIn={continueToPortal} origin={origin} failure={failure} />
      {!sso?.only && (
        <p className={styles.beside}>
          <AnchorLink to="/crm/forgotten-password" size="sm" preload={false}>
            Forgot your password?
          </AnchorLink>
        </p>
      )}
    </AuthCard>
  );
}
