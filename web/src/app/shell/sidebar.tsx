import { useRouterState } from '@tanstack/react-router';
import { NavEntry } from '../../components/ui/link.tsx';
import { useBrand } from '../../lib/public-settings.ts';
import { signedInAgent } from '../../lib/sign-in.ts';
import { AgentMenu } from './agent-menu.tsx';
import { navigationOf } from './navigation.ts';
import styles from './sidebar.module.css';

/** Mark and brand, the areas, and who is signed in. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const brand = useBrand();
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <div className={styles.sidebar}>
      <div className={styles.brand}>
        <img src="/assets/mark.svg" alt="" width={26} height={26} />
        <span className={styles.brandName}>{brand}</span>
      </div>
      <ul className={styles.entries}>
        {navigationOf(signedInAgent()).map(({ label, to, icon: Icon }) => {
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
      <AgentMenu {...(onNavigate ? { onNavigate } : {})} />
    </div>
  );
}
