import type { Notification } from '@ledgerline/contract/notifications/endpoints';
import { NOTIFICATION_KINDS } from '@ledgerline/contract/notifications/kinds';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { notifyError } from '../../components/ui/notify.ts';
import { momentText } from '../../domain/days.ts';
import { opensElsewhere } from '../../lib/events.ts';
import { useReadNotification } from './api.ts';
import styles from './notification-panel.module.css';
import { notificationPath } from './notification-path.ts';

interface NotificationRowProps {
  notification: Notification;
  onLeave: () => void;
}

/** Event, client and time; opens the subject and marks it as read. */
export function NotificationRow({ notification, onLeave }: NotificationRowProps) {
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
        <span className={styles.line}>
          <span className={styles.kind}>
            {NOTIFICATION_KINDS[kind]}
            {!is_read && <VisuallyHidden> (unread)</VisuallyHidden>}
          </span>
          <time className={`tabular ${styles.when}`} dateTime={created_at}>
            {momentText(created_at)}
          </time>
        </span>
        <span className={styles.about}>{[client_name, about].filter(Boolean).join(' · ')}</span>
      </span>
    </>
  );
}
