import type { Notification } from '@ledgerline/contract/notifications/endpoints';
import { NOTIFICATION_KINDS } from '@ledgerline/contract/notifications/kinds';
import { Button, Group, ScrollArea, Stack, Text, Title, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconBellOff, IconChecks, IconSettings } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { FailureNote } from '../../components/ui/error-note.tsx';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { notifyError } from '../../components/ui/notify.ts';
import { QuietButton } from '../../components/ui/quiet-button.tsx';
import { momentText } from '../../domain/days.ts';
import { opensElsewhere } from '../../lib/events.ts';
import { useNotifications, useReadNotification, useReadNotifications } from './api.ts';
import styles from './notification-panel.module.css';

interface NotificationPanelProps {
  /** A notification links elsewhere. */
  onLeave: () => void;
  onSettings: () => void;
}

/** The bell's panel: notifications newest first, navigable with arrow keys. */
export function NotificationPanel({ onLeave, onSettings }: NotificationPanelProps) {
  const query = useNotifications();
  const reading = useReadNotifications();
  const panel = useRef<HTMLDivElement>(null);
  const notifications = query.data?.pages.flatMap(({ data }) => data);
  const [newest] = notifications ?? [];
  const hasUnread = notifications?.some(({ is_read }) => !is_read) ?? false;
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  // A focused button unmounts when its work is done.
  useEffect(() => {
    if (document.activeElement === document.body) panel.current?.focus({ preventScroll: true });
  });
  return (
    <Stack gap={0} ref={panel} tabIndex={-1} className={styles.panel} onKeyDown={goWithArrows}>
      <Group className={styles.head} justify="space-between" wrap="nowrap">
        <Title order={2}>Notifications</Title>
        <Group gap={4} wrap="nowrap">
          {newest && hasUnread && (
            <QuietButton
              icon={IconChecks}
              aria-busy={reading.isPending}
              onClick={() => {
                if (!reading.isPending) reading.mutate(newest.id);
              }}
            >
              Mark All Read
            </QuietButton>
          )}
          <QuietButton icon={IconSettings} onClick={onSettings}>
            Settings
          </QuietButton>
        </Group>
      </Group>
      {reading.isError && (
        <FailureNote message={`The notifications could not be marked as read. ${reading.error.message}`} />
      )}
      <ScrollArea.Autosize mah="min(460px, 70dvh)" type="auto">
        <Loaded
          query={{ ...query, data: notifications }}
          failed="The notifications could not be loaded"
          loading={<LoadingRows rows={4} height={56} label="Loading notifications" />}
        >
          {(all) => <List notifications={all} query={query} onLeave={onLeave} />}
        </Loaded>
      </ScrollArea.Autosize>
    </Stack>
  );
}

interface ListProps {
  notifications: Notification[];
  query: ReturnType<typeof useNotifications>;
  onLeave: () => void;
}

function List({ notifications, query, onLeave }: ListProps) {
  if (notifications.length === 0)
    return <EmptyState icon={<IconBellOff size={22} aria-hidden />} title="No new notifications." />;
  return (
    <>
      <ul className={styles.list}>
        {notifications.map((notification) => (
          <NotificationRow key={notification.id} notification={notification} onLeave={onLeave} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Group justify="center" py="xs">
          <Button
            size="xs"
            variant="default"
            aria-busy={query.isFetchingNextPage}
            onClick={() => {
              if (!query.isFetchingNextPage) void query.fetchNextPage();
            }}
          >
            Show More
          </Button>
        </Group>
      )}
      {query.isFetchNextPageError && (
        <Text size="sm" c="red" ta="center" role="alert" pb="xs">
          More could not be loaded.
        </Text>
      )}
    </>
  );
}

/** Up and down through the notifications, Home and End to the first and last. */
function goWithArrows(event: KeyboardEvent<HTMLElement>) {
  const rows: (Element | null)[] = [...event.currentTarget.querySelectorAll('[data-notification]')];
  const at = rows.indexOf(document.activeElement);
  const positions: Record<string, number> = {
    ArrowDown: Math.min(at + 1, rows.length - 1),
    ArrowUp: Math.max(at - 1, 0),
    Home: 0,
    End: rows.length - 1,
  };
  const position = positions[event.key];
  if (position === undefined || rows.length === 0) return;
  event.preventDefault();
  const row = rows[position];
  if (row instanceof HTMLElement) row.focus();
}

interface NotificationRowProps {
  notification: Notification;
  onLeave: () => void;
}

/** Event, client and time; opens the subject and marks it as read. */
function NotificationRow({ notification, onLeave }: NotificationRowProps) {
  const navigate = useNavigate();
  const reading = useReadNotification();
  const path = notificationPath(notification);
  const row = {
    className: styles.row,
    'data-notification': true,
    'data-unread': notification.is_read ? undefined : true,
  };
  function read() {
    if (notification.is_read) return;
    reading.mutate(notification.id, {
      onError: (error) => notifyError(error.message, 'The notification could not be marked as read'),
    });
  }
  function open(event: MouseEvent) {
    read();
    if (path === null || opensElsewhere(event)) return;
    event.preventDefault();
    onLeave();
    void navigate({ href: path });
  }
  return (
    <li>
      {path === null ? (
        <UnstyledButton {...row} onClick={open}>
          <NotificationText notification={notification} />
        </UnstyledButton>
      ) : (
        <a {...row} href={path} onClick={open}>
          <NotificationText notification={notification} />
        </a>
      )}
    </li>
  );
}

function NotificationText({
  notification: { kind, client_name, about, is_read, created_at },
}: {
  notification: Notification;
}) {
  return (
    <>
      <span className={styles.dot} aria-hidden />
      <span>
        <Group component="span" gap="sm" align="stretch" wrap="nowrap" justify="space-between">
          <span className={styles.kind}>
            {NOTIFICATION_KINDS[kind]}
            {!is_read && <VisuallyHidden> (unread)</VisuallyHidden>}
          </span>
          <time className={`tabular ${styles.when}`} dateTime={created_at}>
            {momentText(created_at)}
          </time>
        </Group>
        <span className={styles.about}>{[client_name, about].filter(Boolean).join(' · ')}</span>
      </span>
    </>
  );
}

/** The path of the subject of a notification; null if it has none. */
export function notificationPath(notification: Notification): string | null {
  const { client_id, session_form_id, session_id, invoice_id, import_id, task_id, place } = notification;
  if (place !== null) return place;
  if (invoice_id !== null) return `/crm/payments?invoice=${invoice_id}`;
  if (import_id !== null) return `/crm/imports/${import_id}`;
  if (client_id === null) {
    if (session_form_id !== null) return `/crm/forms/submissions/${session_form_id}`;
    return task_id === null ? null : '/crm/today';
  }
  const client = `/crm/clients/${client_id}`;
  if (session_form_id !== null) return `${client}/forms/${session_form_id}`;
  return session_id === null ? client : `${client}/sessions/${session_id}`;
}
