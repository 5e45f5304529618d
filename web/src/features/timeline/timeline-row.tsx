import { CALL_KINDS, TIMELINE_EVENTS, type TimelineKind } from '@ledgerline/contract/rules';
import type { TimelineLine } from '@ledgerline/contract/timeline/endpoints';
import { ActionIcon, Box, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconCheckbox,
  IconFile,
  IconFileText,
  IconLink,
  IconMail,
  IconNote,
  IconPencil,
  IconReceipt,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react';
import { CardEntry, EntryLink } from '../../components/ui/card-list.tsx';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { EntryFacts } from '../../components/ui/entry-facts.tsx';
import { notifySuccess } from '../../components/ui/notify.ts';
import type { CallValues } from '../../domain/calls/call-values.ts';
import { momentText } from '../../domain/days.ts';
import { signedInAgent } from '../../lib/sign-in.ts';
import { useDeleteCall } from './api.ts';
import styles from './timeline-card.module.css';
import { changesOf, headOf, nextFollowUpText } from './timeline-text.ts';

const ICONS: Record<TimelineKind, TablerIcon> = {
  note: IconNote,
  mail: IconMail,
  link: IconLink,
  form: IconFileText,
  money: IconReceipt,
  document: IconFile,
  task: IconCheckbox,
  change: IconPencil,
};

interface LeadingProps {
  clientId: number;
  line: TimelineLine;
}

interface TimelineRowProps extends LeadingProps {
  onEdit: (id: number, logged: CallValues) => void;
}

/** A timeline entry, linking to its subject; the agent's own log entries can be edited and deleted. */
export function TimelineRow({ clientId, line, onEdit }: TimelineRowProps) {
  const me = signedInAgent();
  const logged = me !== null && (me.is_owner || me.id === line.agent_id) ? loggedIn(line) : null;
  return (
    <CardEntry>
      <Leading clientId={clientId} line={line} />
      {logged && (
        <>
          <ActionIcon aria-label={`Edit: ${nameOf(line)}`} onClick={() => onEdit(line.id, logged)}>
            <IconPencil size={15} aria-hidden />
          </ActionIcon>
          <DeleteLogged line={line} />
        </>
      )}
    </CardEntry>
  );
}

const nameOf = (line: TimelineLine): string => `${headOf(line)} ${line.title}`.trim();

/** A logged call as field values; null for other entries. */
function loggedIn({ event, outcome, title, follow_up_on }: TimelineLine): CallValues | null {
  const kind = CALL_KINDS.find((one) => one === event);
  return kind ? { kind, outcome: outcome ?? '', text: title, follow_up_on } : null;
}

function Leading({ clientId, line }: LeadingProps) {
  const { submission_id, session_id, invoice_id } = line;
  const of = String(clientId);
  const what = <What line={line} />;
  if (invoice_id !== null)
    return (
      <EntryLink to="/crm/payments" search={{ invoice: invoice_id }}>
        {what}
      </EntryLink>
    );
  if (submission_id !== null)
    return (
      <EntryLink
        to="/crm/clients/$clientId/forms/$submissionId"
        params={{ clientId: of, submissionId: String(submission_id) }}
      >
        {what}
      </EntryLink>
    );
  if (session_id !== null)
    return (
      <EntryLink
        to="/crm/clients/$clientId/sessions/$sessionId"
        params={{ clientId: of, sessionId: String(session_id) }}
      >
        {what}
      </EntryLink>
    );
  return (
    <Box flex={1} miw={0} p="xs">
      {what}
    </Box>
  );
}

function What({ line }: { line: TimelineLine }) {
  const Icon = ICONS[TIMELINE_EVENTS[line.event].kind];
  const { title, detail, actor, at } = line;
  return (
    <Group component="span" gap={10} align="stretch" wrap="nowrap">
      <Icon size={16} aria-hidden className={styles.icon} />
      <Box component="span" miw={0} style={{ overflowWrap: 'anywhere' }}>
        <span className={styles.first}>
          <Box component="span" fw={500}>
            {headOf(line)}
          </Box>
          {title !== '' && (
            <Box component="span" miw={0}>
              {title}
            </Box>
          )}
        </span>
        <Changes line={line} />
        <EntryFacts>
          <time dateTime={at}>{momentText(at)}</time>
          {actor && <span>{actor}</span>}
          {detail !== '' && <span>{detail}</span>}
          {line.follow_up_on && <span>{nextFollowUpText(line)}</span>}
        </EntryFacts>
      </Box>
    </Group>
  );
}

/** The values of one action; those of many fields are folded. */
function Changes({ line }: { line: TimelineLine }) {
  const { texts, isFolded } = changesOf(line);
  const values = texts.map((text) => (
    <span key={text} className={styles.change}>
      {text}
    </span>
  ));
  if (!isFolded) return values;
  return (
    <details className={styles.fold}>
      <summary>Show {texts.length === 1 ? 'the value' : `${texts.length} values`}</summary>
      {values}
    </details>
  );
}

function DeleteLogged({ line }: { line: TimelineLine }) {
  const [isConfirming, confirmation] = useDisclosure(false);
  const remove = useDeleteCall();
  function close() {
    remove.reset();
    confirmation.close();
  }
  const confirm = () =>
    remove.mutate(line.id, {
      onSuccess: () => {
        notifySuccess('It is no longer in the log.');
        close();
      },
      onError: (error) => console.error(`call ${line.id} was not deleted`, error),
    });
  return (
    <>
      <ActionIcon aria-label={`Delete: ${nameOf(line)}`} onClick={confirmation.open}>
        <IconTrash size={15} aria-hidden />
      </ActionIcon>
      <ConfirmDialog
        opened={isConfirming}
        title="Delete this log entry?"
        message={`“${line.title || headOf(line)}” will be deleted for everyone. A follow-up set with it is kept.`}
        failure={remove.isError ? `The entry was not deleted. ${remove.error.message}` : null}
        confirmLabel="Delete"
        danger
        busy={remove.isPending}
        onConfirm={confirm}
        onClose={close}
      />
    </>
  );
}
