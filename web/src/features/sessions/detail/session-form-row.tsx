import type { EmailLogEntry } from '@ledgerline/contract/link-emails/endpoints';
import { advisorOf, dollarsToCents, isDeclined, isVoided, moneyDisplay } from '@ledgerline/contract/rules';
import { formNameText } from '@ledgerline/contract/submissions/form-names';
import type { SubmissionRow } from '@ledgerline/contract/submissions/schemas';
import { Box, Button, Text, Tooltip, UnstyledButton } from '@mantine/core';
import {
  IconAlertCircleFilled,
  IconBan,
  IconCircle,
  IconCircleCheckFilled,
  IconCircleHalf2,
  IconLink,
  IconSignature,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FormTypeBadge } from '../../../domain/forms/form-badges.tsx';
import { FormName } from '../../../domain/forms/form-name.tsx';
import type { RenderSendLink } from '../link/session-link.tsx';
import { nextStep } from '../session-display.ts';
import styles from './session-forms-card.module.css';

/** Content that the page adds from other features. */
export interface SessionFormTools {
  /** Whether the signed-in agent can sign; undefined until known. */
  isAdvisor: boolean | undefined;
  statusBadge: (form: SubmissionRow) => ReactNode;
  /** Emails to the client; undefined until known. */
  emails: readonly EmailLogEntry[] | undefined;
  onOpen: (form: SubmissionRow) => void;
  onGetLink: (form: SubmissionRow) => void;
  /** Adds documents that the client has to send. */
  requestDocuments?: ReactNode;
  /** Emails and texts the session link. */
  sendLink: RenderSendLink | undefined;
}

interface SessionFormRowProps {
  form: SubmissionRow;
  /** Position in the list. */
  number: number;
  tools: SessionFormTools;
  onSign: () => void;
}

/** One form of the checklist. */
export function SessionFormRow({ form, number, tools, onSign }: SessionFormRowProps) {
  const next = nextStep(form);
  return (
    <li className={styles.row} data-voided={isVoided(form) || undefined}>
      <StateIcon form={form} />
      <Box miw={0}>
        <UnstyledButton className={styles.title} onClick={() => tools.onOpen(form)}>
          <Box className="tabular" component="span" c="dimmed">
            {number}.
          </Box>{' '}
          <FormName form={form} />
        </UnstyledButton>
        <div className={styles.about}>
          <FormTypeBadge type={form.type} />
          {tools.statusBadge(form)}
          {next && (
            <Box component="span" fz="xs" c="dimmed">
              {next.text}
            </Box>
          )}
        </div>
      </Box>
      <Text span className="tabular" fz="md" ta="end">
        {form.final_form_total > 0 ? moneyDisplay(dollarsToCents(form.final_form_total)) : ''}
      </Text>
      <div className={styles.actions}>
        {canBeSigned(form) && (
          <SignButton isAdvisor={tools.isAdvisor} onSign={onSign} title={formNameText(form)} />
        )}
        {!isVoided(form) && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconLink size={14} aria-hidden />}
            onClick={() => tools.onGetLink(form)}
            aria-label={`Get Form Link: ${formNameText(form)}`}
          >
            Get Form Link
          </Button>
        )}
      </div>
    </li>
  );
}

/** The advisor's signature is required and missing (decisions G1), and no one has declined (decisions J7). */
function canBeSigned(form: SubmissionRow): boolean {
  return !isVoided(form) && !isDeclined(form) && advisorOf(form).outstanding;
}

const NO_ADVISOR = 'Only advisors sign documents. An owner can mark your account as an advisor.';

interface SignButtonProps {
  isAdvisor: boolean | undefined;
  title: string;
  onSign: () => void;
}

function SignButton({ isAdvisor, title, onSign }: SignButtonProps) {
  // Rendered before the role is known: a pointer already over the button then also gets the text.
  return (
    <Tooltip
      label={NO_ADVISOR}
      disabled={isAdvisor !== false}
      multiline
      w={260}
      events={{ hover: true, focus: true, touch: true }}
    >
      <Button
        size="xs"
        leftSection={<IconSignature size={14} aria-hidden />}
        {...(isAdvisor ? { onClick: onSign } : { 'data-disabled': true, 'aria-disabled': true })}
        aria-label={`Sign as Advisor: ${title}`}
      >
        Sign as Advisor
      </Button>
    </Tooltip>
  );
}

function StateIcon({ form }: { form: SubmissionRow }) {
  if (isVoided(form)) return <IconBan size={20} aria-hidden className={styles.icon} />;
  const who = nextStep(form)?.who;
  if (form.display_status === 'Completed' && who !== 'agent')
    return <IconCircleCheckFilled size={20} aria-hidden className={styles.iconDone} />;
  if (isDeclined(form)) return <IconAlertCircleFilled size={20} aria-hidden className={styles.iconProblem} />;
  if (who === 'advisor' || who === 'agent')
    return <IconCircleHalf2 size={20} aria-hidden className={styles.iconOurs} />;
  if (form.progress_step > 0 || form.has_advisor_signature)
    return <IconCircleHalf2 size={20} aria-hidden className={styles.iconTheirs} />;
  return <IconCircle size={20} aria-hidden className={styles.icon} />;
}
