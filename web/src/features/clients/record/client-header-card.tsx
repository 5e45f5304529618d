import { Avatar, Paper, Text, Title, UnstyledButton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useRef } from 'react';
import { isInteractive, isSelectingText } from '../../../components/ui/card-frame.tsx';
import { ClientStatusBadge } from '../../../domain/clients/client-status-badge.tsx';
import { localDay } from '../../../domain/today.ts';
import type { Client } from '../api.ts';
import { birthText, clientName, followUp, initials, textOf } from '../client-display.ts';
import styles from './client-header-card.module.css';

interface ClientHeaderCardProps {
  client: Client;
  onEdit: () => void;
}

/** Who the client is, across the page; opens Edit Name & DOB (decisions D3). */
export function ClientHeaderCard({ client, onEdit }: ClientHeaderCardProps) {
  const button = useRef<HTMLButtonElement>(null);
  function openOnClick(event: MouseEvent<HTMLElement>) {
    if (isInteractive(event) || isSelectingText()) return;
    button.current?.focus({ preventScroll: true });
    onEdit();
  }
  return (
    <Paper component="section" withBorder className={styles.card} aria-label="Client" onClick={openOnClick}>
      <Avatar size={44} radius={999} aria-hidden className={styles.avatar}>
        {initials(client)}
      </Avatar>
      <div className={styles.who}>
        <Title order={2} className={styles.name}>
          {clientName(client)}
        </Title>
        <ClientStatusBadge status={textOf(client.status) || 'new'} />
      </div>
      <Facts client={client} />
      <UnstyledButton ref={button} className={styles.edit} onClick={onEdit} aria-label="Edit: Name & DOB">
        <IconPencil size={15} aria-hidden />
      </UnstyledButton>
    </Paper>
  );
}

function Facts({ client }: { client: Client }) {
  const today = localDay();
  const due = followUp(client.next_f_u_date, today);
  return (
    <dl className={styles.facts}>
      <Fact label="Preferred language">{textOf(client.pref_lang)}</Fact>
      <Fact label="Date of birth">{birthText(client.dob, today)}</Fact>
      <Fact label="Follow-up">
        {due && <span className={due.isPast ? styles.past : ''}>{due.text}</span>}
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children || (
          <Text span inherit c="dimmed">
            —
          </Text>
        )}
      </dd>
    </div>
  );
}
