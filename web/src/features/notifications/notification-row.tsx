import type { Notice } from '@ledgerline/contract/notifications/endpoints';
import { NOTICE_KINDS } from '@ledgerline/contract/notifications/kinds';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { notifyError } from '../../components/ui/notify.ts';
import { momentText } from '../../domain/days.ts';
import { useReadNotice } from './api.ts';
import styles from './notification-panel.module.css';
import { noticePlace } from './notification-path.ts';

interface NoticeRowProps {
  notice: Notice;
  onLeave: () => void;
}

/** What happened, whose it is and when; it leads to the thing, and is read then. */
export function NoticeRow({ notice, onLeave }: NoticeRowProps) {
  const navigate = useNavigate();
  const reading = useReadNotice();
  const place = noticePlace(notice);
  const row = {
    className: styles.row,
    'data-notice': true,
    'data-unread': notice.is_read ? undefined : true,
  };
  function read() {
    if (notice.is_read) return;
    reading.mutate(notice.id, {
      onError: (error) => notifyError(error.message, 'The notice could not be marked read'),
    });
  }
  function open(event: MouseEvent) {
    read();
    // In a window of its own the browser opens it.
    if (place === null || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onLeave();
    void navigate({ href: place });
  }
  return (
    <li>
      {place === null ? (
        <UnstyledButton {...row} onClick={open}>
          <Told notice={notice} />
        </UnstyledButton>
      ) : (
        <a {...row} href={place} onClick={open}>
          <Told notice={notice} />
        </a>
      )}
    </li>
  );
}

function Told({ notice: { kind, client_name, about, is_read, created_at } }: { notice: Notice }) {
  return (
    <>
      <span className={styles.dot} aria-hidden />
      <span>
        <span className={styles.line}>
          <span className={styles.kind}>
            {NOTICE_KINDS[kind]}
            {!is_read && <VisuallyHidden> (not read)</VisuallyHidden>}
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
