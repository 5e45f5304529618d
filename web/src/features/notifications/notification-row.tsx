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

/** The path of what a notification is about; null where it has none. */
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
