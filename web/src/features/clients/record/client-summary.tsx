import { CLIENT_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import { dollarsToCents, moneyDisplay } from '@ledgerline/contract/rules';
import { Box, Skeleton, Title, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { EditButton, useCardEdit } from '../../../components/ui/card-frame.tsx';
import { CopyValue } from '../../../components/ui/copy-button.tsx';
import { Fact } from '../../../components/ui/facts.tsx';
import { InitialsAvatar } from '../../../components/ui/initials-avatar.tsx';
import { RetryButton } from '../../../components/ui/retry-button.tsx';
import { agentText, useAgentNames, useLostNames } from '../../../domain/agents/agent-names.ts';
import { ClientStatusBadge } from '../../../domain/clients/client-status-badge.tsx';
import { useFollowUpTitle } from '../../../domain/tasks/task-queries.ts';
import { localDay } from '../../../domain/today.ts';
import type { Client } from '../api.ts';
import { birthText, clientName, followUp, initials, textOf } from '../client-display.ts';
import styles from './client-summary.module.css';
import { ContactButtons, ContactFacts } from './contact-links.tsx';
import { contactMethodsOf } from './contact-methods.ts';
import { NextTask } from './next-task.tsx';

interface ClientSummaryProps {
  client: Client;
  onEdit: () => void;
  onReassign: () => void;
  /** Links to the sections of the page. */
  links: ReactNode;
  /** The fact about the client's household. */
  household?: ReactNode;
}

/**
 * The client's main facts and next task: a sticky column; on a phone the name stays at the top. A click opens Edit Name
 * & DOB (decisions D3).
 */
export function ClientSummary({ client, onEdit, onReassign, links, household }: ClientSummaryProps) {
  const edit = useCardEdit(onEdit);
  const methods = contactMethodsOf(client);
  return (
    <Box component="section" className={styles.summary} aria-label="Client" onClick={edit.openOnClick}>
      <div className={styles.bar}>
        <div className={styles.avatar}>
          <InitialsAvatar id={Number(client.id)} initials={initials(client)} isLarge />
        </div>
        <div className={styles.who}>
          <Title order={2} className={styles.name} title={clientName(client)}>
            {clientName(client)}
          </Title>
          <ClientStatusBadge status={textOf(client.status) || 'new'} />
        </div>
        <EditButton ref={edit.button} onClick={onEdit} aria-label="Edit: Name & DOB" />
        <ContactButtons methods={methods} />
      </div>
      <div className={styles.body}>
        <div className={styles.next}>
          <span className={styles.label}>Next task</span>
          <NextTask clientId={Number(client.id)} />
        </div>
        <dl className={styles.facts}>
          <ContactFacts methods={methods} />
          {methods.address && (
            <Fact label="Address">
              <span className={styles.text}>{methods.address}</span>
              <CopyValue value={methods.address} what="address" />
            </Fact>
          )}
          <ClientFacts client={client} onReassign={onReassign} />
          {household}
        </dl>
      </div>
      {links}
    </Box>
  );
}

function ClientFacts({ client, onReassign }: Pick<ClientSummaryProps, 'client' | 'onReassign'>) {
  const today = localDay();
  const due = followUp(client.next_f_u_date, today);
  const what = useFollowUpTitle(client.id, textOf(client.next_f_u_date));
  const { plan, premium } = planFactsOf(client);
  return (
    <>
      <Fact label="Plan">{plan && <span className={styles.text}>{plan}</span>}</Fact>
      <Fact label="Premium">{premium}</Fact>
      <Fact label="Date of birth">{birthText(client.dob, today)}</Fact>
      <Fact label="Language">{textOf(client.pref_lang)}</Fact>
      <OwnerFact client={client} onReassign={onReassign} />
      <Fact label="Follow-up">
        {due && (
          <span className={styles.text}>
            <span className={due.isPast ? styles.past : ''}>{due.text}</span>
            {what && <span> · {what}</span>}
          </span>
        )}
      </Fact>
    </>
  );
}

/** As high as the summary, to avoid a layout shift. */
export function LoadingSummary() {
  return (
    <div className={styles.summary}>
      <div className={styles.bar}>
        <Skeleton height={44} circle className={styles.avatar ?? ''} />
        <Skeleton height={20} width={160} radius="sm" />
      </div>
      <div className={`${styles.body} ${styles.loading}`}>
        <Skeleton height={12} width="60%" radius="sm" />
      </div>
    </div>
  );
}

/** Premiums by carrier, on the cards of Marketplace and Medicare plans. */
const CARRIERS = CLIENT_FIELDS.filter(
  ({ group, kind }) => (group === 'marketplace' || group === 'medicare') && kind === 'money',
);

/** The client's plan and premium, each of the health plan if known, otherwise of all carriers with a premium. */
export function planFactsOf(client: Client): { plan: string; premium: string } {
  const carriers = CARRIERS.filter(({ name }) => textOf(client[name]) !== '');
  const own = textOf(client.health_plan_premium);
  const cents =
    own === '' ? carriers.map(({ name }) => dollarsToCents(textOf(client[name]))) : [dollarsToCents(own)];
  const total = cents.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  return {
    plan: textOf(client.current_health_plan_name) || carriers.map(({ short }) => short).join(', '),
    premium: cents.length === 0 ? '' : moneyDisplay(total),
  };
}

/** The client's owner. Clicking opens the reassign dialog. */
function OwnerFact({ client, onReassign }: { client: Client; onReassign: () => void }) {
  const { data: agents } = useAgentNames();
  const lost = useLostNames();
  const owner = client.owner_agent_id;
  const name = owner == null ? 'Unassigned' : agents && agentText(owner);
  return (
    <Fact label="Owner">
      <UnstyledButton
        className={styles.owner}
        aria-label={`Owner: ${name || (lost ? 'name not loaded' : 'loading')}. Reassign`}
        onClick={onReassign}
      >
        {name || (lost ? 'Name not loaded' : '…')}
      </UnstyledButton>
      {lost && owner != null && <RetryButton {...lost} size="compact-xs" ml="xs" />}
    </Fact>
  );
}
