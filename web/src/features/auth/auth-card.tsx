import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { BrandLogo } from '../../components/ui/brand-logo.tsx';
import { usePageTitle } from '../../lib/page-title.ts';
import { usePublicSettings } from '../../lib/public-settings.ts';
import styles from './sign-in-page.module.css';

interface AuthCardProps {
  title: string;
  /** Wider, for cards with lists. */
  isWide?: boolean;
  children: ReactNode;
}

/** Layout of the pages before sign-in: the brand above one card. */
export function AuthCard({ title, isWide = false, children }: AuthCardProps) {
  usePageTitle(title);
  const { brand, logo } = usePublicSettings();
  return (
    <main className={styles.page}>
      <div className={isWide ? styles.wide : styles.column}>
        <div className={styles.brand}>
          {logo ? (
            <BrandLogo logo={logo} brand={brand} height={44} />
          ) : (
            <>
              <img src="/assets/mark.svg" alt="" width={36} height={36} />
              <span>{brand}</span>
            </>
          )}
        </div>
        <Paper withBorder p="lg" radius="lg">
          <Title order={1} mb="md">
            {title}
          </Title>
          {children}
        </Paper>
      </div>
    </main>
  );
}
