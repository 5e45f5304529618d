import { MAX_UNREAD } from '@ledgerline/contract/notifications/kinds';
import { ActionIcon, Loader, Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { type FocusEvent, type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react';
import { useUnreadCount } from './api.ts';
import styles from './notification-bell.module.css';

const NotificationPanel = lazy(async () => ({
  default: (await import('./notification-panel.tsx')).NotificationPanel,
}));
const NotificationSettingsDialog = lazy(async () => ({
  default: (await import('./notification-settings-dialog.tsx')).NotificationSettingsDialog,
}));

/** The bell on every screen, with the unread count; its list loads on demand. */
export function NotificationBell() {
  const [opened, setOpened] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const [wasChoosing, setWasChoosing] = useState(false);
  const bell = useRef<HTMLButtonElement>(null);
  const { data: unread = 0 } = useUnreadCount();
  const count = unread >= MAX_UNREAD ? `${MAX_UNREAD - 1}+` : String(unread);

  function change(next: boolean) {
    setOpened(next);
    if (!next) bell.current?.focus({ preventScroll: true });
  }
  // Popover's own focus return would go to the list, which takes the focus when it opens.
  function closeWithEscape({ key }: KeyboardEvent) {
    if (key === 'Escape' && opened) change(false);
  }
  // Overlays such as the palette take the focus: close the list.
  function closeOnBlur({ currentTarget, relatedTarget: next }: FocusEvent) {
    if (next === null || next === bell.current || currentTarget.contains(next)) return;
    setOpened(false);
  }
  function openSettings() {
    change(false);
    setWasChoosing(true);
    setChoosing(true);
  }
  return (
    <>
      <Popover
        opened={opened}
        onChange={change}
        position="bottom-end"
        width="min(400px, 100vw - 24px)"
        shadow="md"
        trapFocus
        closeOnEscape={false}
      >
        <Popover.Target>
          <ActionIcon
            ref={bell}
            className={styles.bell}
            size={36}
            aria-label={unread > 0 ? `Notifications, ${count} unread` : 'Notifications'}
            onClick={() => change(!opened)}
            onKeyDown={closeWithEscape}
          >
            <IconBell size={20} stroke={1.6} aria-hidden />
            {unread > 0 && (
              <span className={styles.count} aria-hidden>
                {count}
              </span>
            )}
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown p={0} aria-label="Notifications" onKeyDown={closeWithEscape} onBlur={closeOnBlur}>
          {opened && (
            <Suspense
              fallback={<Loader className={styles.coming} size="sm" aria-label="Loading notifications" />}
            >
              <NotificationPanel onLeave={() => setOpened(false)} onSettings={openSettings} />
            </Suspense>
          )}
        </Popover.Dropdown>
      </Popover>
      {wasChoosing && (
        <Suspense fallback={null}>
          <NotificationSettingsDialog opened={isChoosing} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  );
}
