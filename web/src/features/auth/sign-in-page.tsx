import { Paper, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { usePageTitle } from '../../lib/page-title.ts';
import { useBrand } from '../../lib/public-settings.ts';
import { SignInForm } from './sign-in-form.tsx';
import styles from './sign-in-page.module.css';

/** "Agent Portal": the way in for agents; afterwards on to what was asked for first (0§2). */
export function SignInPage() {
  usePageTitle('Agent Portal');
  const brand = useBrand();
  const navigate = useNavigate();
  const { origin } = useSearch({ from: '/crm/login' });
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <div className={styles.brand}>
          <img src="/assets/mark.svg" alt="" width={36} height={36} />
          <span>{brand}</span>
        </div>
        <Paper withBorder p="lg" radius="lg">
          <Title order={1} className={styles.title}>
            Agent Portal
          </Title>
          <SignInForm onSignedIn={() => void navigate({ href: origin ?? '/crm/', replace: true })} />
        </Paper>
      </div>
    </main>
  );
}
