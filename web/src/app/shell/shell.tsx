import '@mantine/notifications/styles.layer.css';
import { AppShell, Burger } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { PageHeaderSlot } from '../../components/ui/page-header-slot.ts';
import { NotificationBell } from '../../features/notifications/notification-bell.tsx';
import { useIsWide } from '../../lib/use-is-wide.ts';
import { HelpLink } from './help-link.tsx';
import { KeyboardLayer } from './keyboard-layer.tsx';
import { LockGate } from './lock-gate.tsx';
import { ReauthenticationGate } from './reauthentication-gate.tsx';
import { RevealReasonDialog } from './reveal-reason-dialog.tsx';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { SidebarDrawer } from './sidebar-drawer.tsx';
import { useHeadingFocus } from './use-heading-focus.ts';
import { useLiveRefresh } from './use-live-refresh.ts';
import { useRememberOpened } from './use-remember-opened.ts';
import { useSignedOutElsewhere } from './use-sign-out.ts';

/** The frame around every portal screen: sidebar (a drawer below 768 px), slim header with the bell, toasts. */
export function Shell() {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [drawerOpened, setDrawerOpened] = useState(false);
  const isWide = useIsWide();
  useHeadingFocus();
  useLiveRefresh();
  useRememberOpened();
  useSignedOutElsewhere();
  return (
    <PageHeaderSlot value={slot}>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <AppShell
        layout="alt"
        padding={{ base: 12, sm: 16 }}
        header={{ height: 52 }}
        navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: true } }}
        transitionDuration={0}
      >
        {isWide && (
          <AppShell.Navbar className={styles.navbar} role="none">
            <Sidebar />
          </AppShell.Navbar>
        )}
        <AppShell.Header className={styles.header}>
          <Burger
            hiddenFrom="sm"
            size="sm"
            opened={drawerOpened}
            onClick={() => setDrawerOpened(true)}
            aria-label="Open the menu"
            aria-haspopup="dialog"
          />
          <div ref={setSlot} className={styles.slot} />
          <HelpLink />
          <NotificationBell />
        </AppShell.Header>
        <AppShell.Main id="main" tabIndex={-1} className={styles.main}>
          {slot && <Outlet />}
        </AppShell.Main>
      </AppShell>
      <SidebarDrawer opened={drawerOpened && !isWide} onClose={() => setDrawerOpened(false)} />
      <KeyboardLayer />
      <ReauthenticationGate />
      <LockGate />
      <RevealReasonDialog />
      {/* On a phone a dialog's buttons are at the bottom. */}
      <Notifications
        classNames={{ root: styles.toasts }}
        position={isWide ? 'bottom-right' : 'top-center'}
        zIndex={10_010}
        limit={4}
      />
    </PageHeaderSlot>
  );
}
