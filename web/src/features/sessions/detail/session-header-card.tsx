import type { Session } from '@ledgerline/contract/sessions/endpoints';
import { Box, Button, Paper, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconAlertCircleFilled,
  IconCircle,
  IconCircleCheckFilled,
  IconCircleHalf2,
  IconCopyPlus,
  IconLock,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Fact, Facts } from '../../../components/ui/facts.tsx';
import { AnchorLink } from '../../../components/ui/link.tsx';
import { QuietButton } from '../../../components/ui/quiet-button.tsx';
import { clientName } from '../../../domain/clients/client-name.ts';
import { dayText, momentText } from '../../../domain/days.ts';
import { useBrand } from '../../../lib/public-settings.ts';
import type { FormCatalog } from '../choosing/form-chooser.tsx';
import { StartAgainDialog } from '../choosing/start-again-dialog.tsx';
import { ChangePasscodeDialog } from '../link/change-passcode-dialog.tsx';
import { formsText } from '../session-display.ts';
import { SessionStatusBadge } from '../session-status-badge.tsx';
import { ChangeClientTitleDialog } from './change-client-title-dialog.tsx';
import styles from './session-header-card.module.css';
import type { ProgressStep } from './session-progress.ts';

interface SessionHeaderCardProps {
  session: Session;
  catalog: FormCatalog;
  steps: readonly ProgressStep[];
}

/** Name, client, derived status, progress, dates (SE-071). */
export function SessionHeaderCard({ session, catalog, steps }: SessionHeaderCardProps) {
  const { client_last_viewed_at: viewedAt } = session;
  const [isChanging, setChanging] = useState(false);
  const [isDuplicating, again] = useDisclosure(false);
  const [isTitling, title] = useDisclosure(false);
  const brand = useBrand();
  return (
    <section className={styles.header} aria-label="Session">
      <div className={styles.who}>
        <Title order={2} className={styles.name}>
          {session.session_type}
        </Title>
        <SessionStatusBadge status={session.status} />
        <QuietButton icon={IconCopyPlus} onClick={again.open}>
          Duplicate Session
        </QuietButton>
      </div>
      <SessionSteps steps={steps} />
      <Facts>
        <Fact label="Client">
          <AnchorLink to="/crm/clients/$clientId" params={{ clientId: String(session.client_id) }} size="sm">
            {clientName(session)}
          </AnchorLink>
        </Fact>
        <Fact label="Forms">{formsText(session.forms_count)}</Fact>
        <Fact label="Created">{dayText(session.created_at)}</Fact>
        <Fact label="Client last viewed">{viewedAt ? momentText(viewedAt) : 'Never'}</Fact>
        {session.created_by && <Fact label="Created by">{session.created_by}</Fact>}
        <Fact label="Title for the client">
          {session.client_title || `Your forms from ${brand}`}{' '}
          <Button variant="subtle" size="compact-xs" onClick={title.open}>
            Change Title
          </Button>
        </Fact>
        <Fact label="Passcode">
          {session.has_passcode ? (
            <>
              <IconLock size={14} aria-hidden /> Required
            </>
          ) : (
            'None'
          )}{' '}
          <Button variant="subtle" size="compact-xs" onClick={() => setChanging(true)}>
            {session.has_passcode ? 'Change Passcode' : 'Set a Passcode'}
          </Button>
        </Fact>
      </Facts>
      <StartAgainDialog opened={isDuplicating} onClose={again.close} session={session} catalog={catalog} />
      {isTitling && <ChangeClientTitleDialog session={session} onClose={title.close} />}
      {isChanging && <ChangePasscodeDialog session={session} onClose={() => setChanging(false)} />}
    </section>
  );
}

/** A local session (decisions G15). */
export function LocalSessionCard() {
  return (
    <Paper component="section" withBorder className={styles.card} aria-label="Session">
      <Title order={2} className={styles.name}>
        Local Session
      </Title>
      <p className={styles.note}>
        This session exists only in the browser where the form is being filled in. It appears here once the
        form is submitted.
      </p>
    </Paper>
  );
}

const ICONS = {
  done: IconCircleCheckFilled,
  part: IconCircleHalf2,
  todo: IconCircle,
  problem: IconAlertCircleFilled,
} as const;
const STATES = { done: 'Done', part: 'In progress', todo: 'Not done', problem: 'Needs attention' } as const;

/** How far a session is: an icon, a word and a note for each step. */
function SessionSteps({ steps }: { steps: readonly ProgressStep[] }) {
  return (
    <ol className={`plain ${styles.steps}`} aria-label="Progress">
      {steps.map(({ label, state, note }) => {
        const Icon = ICONS[state];
        return (
          <li key={label} className={styles.step} data-state={state}>
            <Icon size={20} role="img" aria-label={STATES[state]} className={styles.icon} />
            <Box component="span" fz="md" fw={500}>
              {label}
            </Box>
            <span className={styles.stepNote}>{note}</span>
          </li>
        );
      })}
    </ol>
  );
}
