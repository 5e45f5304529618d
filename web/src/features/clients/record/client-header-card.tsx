import { Avatar, Paper, Title } from '@mantine/core';
import { EditButton, useCardEdit } from '../../../components/ui/card-frame.tsx';
import { Fact, Facts } from '../../../components/ui/facts.tsx';
import { ClientStatusBadge } from '../../../domain/clients/client-status-badge.tsx';
import { useFollowUpTitle } from '../../../domain/tasks/task-queries.ts';
import { localDay } from '../../../domain/today.ts';
import type { Client } from '../api.ts';
import { birthText, clientName, followUp, initials, textOf } from '../client-display.ts';
import { OwnerFact } from '../owner/owner-fact.tsx';
import styles from './client-header-card.module.css';

interface ClientHeaderCardProps {
  client: Client;
  onEdit: () => void;
  onHandOver: () => void;
}

/** Who the client is, across the page; opens Edit Name & DOB (decisions D3). */
export function ClientHeaderCard({ client, onEdit, onHandOver }: ClientHeaderCardProps) {
  const edit = useCardEdit(onEdit);
  return (
    <Paper
      component="section"
      withBorder
      className={styles.card}
      aria-label="Client"
      onClick={edit.openOnClick}
    >
      <Avatar size={44} radius={999} aria-hidden className={styles.avatar}>
        {initials(client)}
      </Avatar>
      <div className={styles.who}>
        <Title order={2} className={styles.name}>
          {clientName(client)}
        </Title>
        <ClientStatusBadge status={textOf(client.status) || 'new'} />
      </div>
      <ClientFacts client={client} onHandOver={onHandOver} />
      <EditButton ref={edit.button} onClick={onEdit} className={styles.edit} aria-label="Edit: Name & DOB" />
    </Paper>
  );
}

function ClientFacts({ client, onHandOver }: Omit<ClientHeaderCardProps, 'onEdit'>) {
  const today = localDay();
  const due = followUp(client.next_f_u_date, today);
  const what = useFollowUpTitle(client.id, textOf(client.next_f_u_date));
  return (
    <Facts>
      <Fact label="Preferred language">{textOf(client.pref_lang)}</Fact>
      <Fact label="Date of birth">{birthText(client.dob, today)}</Fact>
      <OwnerFact client={client} onHandOver={onHandOver} />
      <Fact label="Follow-up">
        {due && <span className={due.isPast ? styles.past : ''}>{due.text}</span>}
        {due && what && <span className={styles.what}> · {what}</span>}
      </Fact>
    </Facts>
  );
}
