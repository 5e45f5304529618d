import { Box, Kbd, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { BrandLogo } from '../../components/ui/brand-logo.tsx';
import { AnchorLink, NavEntry } from '../../components/ui/link.tsx';
import { TodayEntry } from '../../features/today/today-entry.tsx';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { signedInAgent } from '../../lib/sign-in.ts';
import { AgentMenu } from './agent-menu.tsx';
import { MOD } from './keys.ts';
import { FURTHER_ENTRIES, type NavigationEntry, navigationOf } from './navigation.ts';
import { openPalette } from './palette-gate.ts';
import styles from './sidebar.module.css';

/** Logo and brand, Today with its count, global search, the areas, and the signed-in agent. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const { brand, logo } = usePublicSettings();
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <div className={styles.sidebar}>
      <nav aria-label="Home" className={styles.home}>
        <AnchorLink
          to="/crm/today"
          className={styles.brand ?? ''}
          aria-label={`${brand}: Today`}
          {...(onNavigate ? { onClick: onNavigate } : {})}
        >
          {logo ? (
            <BrandLogo logo={logo} brand="" height={26} />
          ) : (
            <>
              <img src="/assets/mark.svg" alt="" height={26} className={styles.mark} />
              <span className={styles.brandName}>{brand}</span>
            </>
          )}
        </AnchorLink>
        <UnstyledButton
          className={styles.search}
          onClick={() => {
            onNavigate?.();
            openPalette();
          }}
        >
          <IconSearch size={16} stroke={1.6} aria-hidden />
          <Box component="span" flex={1}>
            Find anything
          </Box>
          <span className={styles.searchKeys} aria-hidden>
            <Kbd size="xs">{MOD}</Kbd>
            <Kbd size="xs">K</Kbd>
          </span>
        </UnstyledButton>
        <TodayEntry
          isHere={path === '/crm/today'}
          classNames={{ root: styles.entry, label: styles.entryLabel, count: styles.count }}
          onNavigate={onNavigate}
        />
      </nav>
      <nav aria-label="Main" className={styles.main}>
        <Entries entries={navigationOf(signedInAgent())} onNavigate={onNavigate} />
      </nav>
      <nav aria-label="More" className={styles.more}>
        <Entries entries={FURTHER_ENTRIES} onNavigate={onNavigate} />
      </nav>
      <AgentMenu {...(onNavigate ? { onNavigate } : {})} />
    </div>
  );
}

interface EntriesProps {
  entries: readonly NavigationEntry[];
  onNavigate: (() => void) | undefined;
}

function Entries({ entries, onNavigate }: EntriesProps) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <ul className={`plain ${styles.entries}`}>
      {entries.map(({ label, to, icon: Icon }) => {
        const isHere = path === to || path.startsWith(`${to}/`);
        return (
          <li key={to}>
            <NavEntry
              to={to}
              label={label}
              active={isHere}
              {...(isHere ? { 'aria-current': 'page' as const } : {})}
              leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
              classNames={{ root: styles.entry, label: styles.entryLabel }}
              {...(onNavigate ? { onClick: onNavigate } : {})}
            />
          </li>
        );
      })}
    </ul>
  );
}
