import '@mantine/notifications/styles.layer.css';
import { ActionIcon, type ActionIconProps, AppShell, Burger, Drawer } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { IconHelp } from '@tabler/icons-react';
import { createLink, Outlet, useRouterState, useSearch } from '@tanstack/react-router';
import { type ComponentPropsWithRef, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Announcer } from '../../components/ui/announcer.tsx';
import type { Openable } from '../../components/ui/dialog.tsx';
import { useDialogLayer } from '../../components/ui/dialog-layer.ts';
import { PageHeaderSlot } from '../../components/ui/page-header.tsx';
import { NotificationBell } from '../../features/notifications/notification-bell.tsx';
import { useIsWide } from '../../lib/use-is-wide.ts';
import { helpFor } from './help-topics.ts';
import { KeyboardLayer } from './keyboard-layer.tsx';
import { LockGate } from './lock-gate.tsx';
import { ReauthenticationGate } from './reauthentication-gate.tsx';
import { recentItemAt, rememberItem } from './recent-items.ts';
import { RevealReasonGate } from './reveal-reason-gate.tsx';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { useLiveRefresh } from './use-live-refresh.ts';
import { useSignedOutElsewhere } from './use-sign-out.ts';

const LostFilterNotice = lazy(async () => ({
  default: (await import('./lost-filter-notice.tsx')).LostFilterNotice,
}));

/** The frame around every portal screen: sidebar (a drawer below 768 px), slim header with the bell, toasts. */
export function Shell() {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [drawerOpened, setDrawerOpened] = useState(false);
  const isWide = useIsWide();
  const { lost_filter } = useSearch({ strict: false });
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
          {lost_filter && (
            <Suspense fallback={null}>
              <LostFilterNotice />
            </Suspense>
          )}
          {slot && <Outlet />}
        </AppShell.Main>
      </AppShell>
      <SidebarDrawer opened={drawerOpened && !isWide} onClose={() => setDrawerOpened(false)} />
      <KeyboardLayer />
      <ReauthenticationGate />
      <LockGate />
      <RevealReasonGate />
      <Announcer />
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

type IconAnchorProps = ActionIconProps & Omit<ComponentPropsWithRef<'a'>, keyof ActionIconProps>;

function IconAnchor(props: IconAnchorProps) {
  return <ActionIcon component="a" {...props} />;
}

const IconLink = createLink(IconAnchor);

/** Next to the bell on every screen: a link to the guide section about it. */
function HelpLink() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <IconLink
      {...helpFor(path)}
      visibleFrom="sm"
      variant="subtle"
      color="gray"
      size={36}
      aria-label="Help with this screen"
      title="Help with this screen"
    >
      <IconHelp size={20} stroke={1.6} aria-hidden />
    </IconLink>
  );
}

/** The sidebar on narrow screens: slides over the page, with a backdrop (0§2). */
function SidebarDrawer({ opened, onClose }: Openable) {
  const layer = useDialogLayer({ opened, onEscape: onClose });
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      {...layer.frame}
      size={264}
      transitionProps={{ duration: 160 }}
      classNames={{ content: styles.drawer }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label="Menu">
        <Sidebar onNavigate={onClose} />
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** Elements that keep the focus: a field, or the guide section named in the URL. */
const RETAINS_FOCUS = 'input, textarea, select, [contenteditable="true"], [data-section]';

/** After navigation the new screen's heading gets the focus, so that a screen reader announces it. */
function useHeadingFocus(): void {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const seen = useRef(path);
  useEffect(() => {
    if (seen.current === undefined || path === seen.current) {
      seen.current = path;
      return;
    }
    seen.current = path;
    const frame = requestAnimationFrame(() => {
      // Unless the screen has already focused its first field.
      if (document.activeElement?.matches(RETAINS_FOCUS)) return;
      document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [path]);
}

/** Records the opened item, so that the palette lists it first. */
function useRememberOpened(): void {
  const item = useRouterState({
    select: ({ resolvedLocation }) =>
      resolvedLocation ? recentItemAt(resolvedLocation.pathname, resolvedLocation.search) : null,
  });
  useEffect(() => {
    if (item) rememberItem(item);
  }, [item]);
}
