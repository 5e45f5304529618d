import {
  EMAIL_NOT_CONNECTED,
  GETTING_STARTED_STEPS,
  type GettingStartedStep,
} from '@ledgerline/contract/rules';
import { Box, Button, Paper, Progress, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { ButtonLink } from '../../../components/ui/link.tsx';
import { LoadAlert } from '../../../components/ui/retry-button.tsx';
import styles from './getting-started.module.css';
import type { GettingStartedList } from './use-getting-started.ts';

interface GettingStartedProps {
  list: GettingStartedList;
  /** The current agent. */
  me: number;
}

/** Setup steps of a new brokerage, until all are done or the owner dismisses them (decision 054). */
export function GettingStarted({ list, me }: GettingStartedProps) {
  const { query, failure, isSaving } = list;
  const loadError = query.data === undefined && query.error;
  return (
    <>
      {loadError && (
        <LoadAlert
          text={`The getting started list could not be loaded. ${loadError.message}`}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {failure && <LoadAlert text={failure.text} onRetry={failure.retry} isRetrying={isSaving} />}
      {list.isShown && <Steps list={list} me={me} />}
    </>
  );
}

function Steps({ list: { missing, dismiss, isSaving }, me }: GettingStartedProps) {
  const titleId = useId();
  const steps = stepsFor(me);
  const all = GETTING_STARTED_STEPS.length;
  const done = all - missing.length;
  return (
    <Paper withBorder component="section" aria-labelledby={titleId} className={styles.card}>
      <div className={styles.head}>
        <Title order={2} id={titleId} fz="md">
          Getting started
        </Title>
        <Text size="sm" c="dimmed" className="tabular" role="status">
          {done} of {all} done
        </Text>
        <Progress value={(100 * done) / all} size={6} aria-label="Steps done" className={styles.bar ?? ''} />
        <Button size="compact-sm" variant="subtle" color="gray" loading={isSaving} onClick={dismiss}>
          Dismiss
        </Button>
      </div>
      <ul className="plain">
        {missing.map((step) => {
          const { title, text, linkLabel, to } = steps[step];
          return (
            <li key={step} className={styles.step}>
              <Box component="span" miw={0}>
                <Text fw={500} size="sm">
                  {title}
                </Text>
                <Text size="sm" c="dimmed">
                  {text}
                </Text>
              </Box>
              <ButtonLink to={to} size="xs" variant="default" aria-label={`${linkLabel}: ${title}`}>
                {linkLabel}
              </ButtonLink>
            </li>
          );
        })}
      </ul>
    </Paper>
  );
}

/** A step with its task, reason and link. */
interface StepText {
  title: string;
  text: string;
  linkLabel: string;
  to: string;
}

/** Texts of each step; `me` is the current agent. */
function stepsFor(me: number): Record<GettingStartedStep, StepText> {
  return {
    address: {
      title: 'Set your web address',
      text: 'Clients cannot open emailed links yet. Ask your IT contact to set the public address.',
      linkLabel: 'System Status',
      to: '/crm/status',
    },
    mail: {
      title: 'Connect a mail server',
      text: `${EMAIL_NOT_CONNECTED} Nothing is sent until your IT contact sets up a mail server.`,
      linkLabel: 'Settings',
      to: '/crm/settings/email',
    },
    sign_in: {
      title: 'Choose your own password',
      text: 'You are still using the setup password.',
      linkLabel: 'Edit Info',
      to: `/crm/agents/${me}`,
    },
    colleague: {
      title: 'Add a colleague',
      text: 'Give each person their own login, so activity is tracked by person.',
      linkLabel: 'Add Agent',
      to: '/crm/agents/new',
    },
    client: {
      title: 'Import your clients',
      text: 'All at once from a spreadsheet, or one by one.',
      linkLabel: 'Import Clients',
      to: '/crm/imports',
    },
    template: {
      title: 'Create a form template',
      text: 'What your clients fill in, sign and pay, in addition to the built-in Personal Information form.',
      linkLabel: 'Forms',
      to: '/crm/forms',
    },
    link: {
      title: 'Send your first form',
      text: 'Open a client, choose a form, and send its link.',
      linkLabel: 'Clients',
      to: '/crm/clients',
    },
  };
}
