import { Avatar, Box, Skeleton, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { EditButton, useCardEdit } from '../../../components/ui/card-frame.tsx';
import { CopyValue } from '../../../components/ui/copy-value.tsx';
import { Fact, Facts } from '../../../components/ui/facts.tsx';
import { applyHeaderOffset } from '../../../components/ui/header-offset.ts';
import { ClientStatusBadge } from '../../../domain/clients/client-status-badge.tsx';
import { useFollowUpTitle } from '../../../domain/tasks/task-queries.ts';
import { localDay } from '../../../domain/today.ts';
import { useIsWide } from '../../../lib/use-is-wide.ts';
import type { Client } from '../api.ts';
import { birthText, clientName, followUp, initials, textOf } from '../client-display.ts';
import { OwnerFact } from '../owner/owner-fact.tsx';
import styles from './client-header-card.module.css';
import { ContactFacts, ContactIcons, ContactLine } from './contact-links.tsx';
import { contactMethodsOf } from './contact-methods.ts';
import { NextTask } from './next-task.tsx';

interface ClientHeaderCardProps {
  client: Client;
  onEdit: () => void;
  onReassign: () => void;
}

/** From this width, the next task fits in the bar next to the sidebar. */
const EXTRA_WIDE = '(min-width: 1300px)';

/**
 * Name and contact details in a sticky bar, with the main facts below. Clicking opens Edit Name & DOB (decisions D3).
 */
export function ClientHeaderCard({ client, onEdit, onReassign }: ClientHeaderCardProps) {
  const edit = useCardEdit(onEdit);
  const isWide = useIsWide();
  const isExtraWide = useMediaQuery(EXTRA_WIDE, true, { getInitialValueInEffect: false });
  const methods = contactMethodsOf(client);
  const badge = <ClientStatusBadge status={textOf(client.status) || 'new'} />;
  return (
    <Box component="section" className={styles.card} aria-label="Client" onClick={edit.openOnClick}>
      <div ref={applyHeaderOffset} className={styles.bar}>
        <Avatar size={36} radius={999} aria-hidden className={styles.avatar}>
          {initials(client)}
        </Avatar>
        <div className={styles.who}>
          <Title order={2} className={styles.name} title={clientName(client)}>
            {clientName(client)}
          </Title>
          {isWide && badge}
        </div>
        {isWide ? <ContactLine methods={methods} /> : <ContactIcons methods={methods} />}
        {isExtraWide && <NextTask clientId={Number(client.id)} />}
        <EditButton ref={edit.button} onClick={onEdit} aria-label="Edit: Name & DOB" />
      </div>
      <div className={styles.facts}>
        <Facts>
          {!isWide && <Fact label="Status">{badge}</Fact>}
          {!isWide && <ContactFacts methods={methods} />}
          {methods.address && <AddressFact address={methods.address} />}
          <ClientFacts client={client} onReassign={onReassign} />
        </Facts>
        {!isExtraWide && (
          <div className={styles.next}>
            <span className={styles.label}>Next task</span>
            <NextTask clientId={Number(client.id)} />
          </div>
        )}
      </div>
    </Box>
  );
}

function AddressFact({ address }: { address: string }) {
  return (
    <Fact label="Address">
      <span className={styles.address}>{address}</span>
      <CopyValue value={address} what="address" />
    </Fact>
  );
}

function ClientFacts({ client, onReassign }: Omit<ClientHeaderCardProps, 'onEdit'>) {
  const today = localDay();
  const due = followUp(client.next_f_u_date, today);
  const what = useFollowUpTitle(client.id, textOf(client.next_f_u_date));
  return (
    <>
      <Fact label="Preferred language">{textOf(client.pref_lang)}</Fact>
      <Fact label="Date of birth">{birthText(client.dob, today)}</Fact>
      <Fact label="Follow-up">
        {due && (
          <>
            <span className={due.isPast ? styles.past : ''}>{due.text}</span>
            {what && <span className={styles.what}> · {what}</span>}
          </>
        )}
      </Fact>
      <OwnerFact client={client} onReassign={onReassign} />
    </>
  );
}

/** Same height as the header, to avoid a layout shift. */
export function LoadingHeader() {
  return (
    <div className={styles.card}>
      <div className={styles.bar}>
        <Skeleton height={36} circle />
        <Skeleton height={16} width={180} radius="sm" />
      </div>
      <div className={`${styles.facts} ${styles.loading}`}>
        <Skeleton height={12} width="60%" radius="sm" />
      </div>
    </div>
  );
}
