import { moneyDisplay } from '@ledgerline/contract/rules';
import type { TodayLine } from '@ledgerline/contract/today/endpoints';
import { Avatar, Button } from '@mantine/core';
import { IconCornerDownLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { LoadAlert } from '../../components/ui/load-alert.tsx';
import { agentText } from '../../domain/agents/agent-names.ts';
import { signedInAgent } from '../../lib/sign-in.ts';
import { lineKey } from './api.ts';
import { LineTools, type Tool } from './item-tools.tsx';
import { ACT_WORDS, type NextAct, nextActOf, phoneOf } from './next-actions.ts';
import styles from './today-row.module.css';
import { type Day, iconOf, lineText, whatText, whenText, whoText } from './today-text.ts';
import type { LineFailure } from './use-item-actions.ts';

interface TodayRowProps {
  line: TodayLine;
  day: Day;
  isAdvisor: boolean;
  /** The Tab key comes to its controls; to those of others come J and K. */
  isStop: boolean;
  failure: LineFailure | undefined;
  onAct: (act: NextAct, line: TodayLine) => void;
  onTool: (tool: Tool, line: TodayLine) => void;
}

/** One thing that needs somebody: what, who, since when, how much, and the one act that comes first. */
export function TodayRow({ line, day, isStop, failure, onTool, ...row }: TodayRowProps) {
  const Icon = iconOf(line);
  const tabIndex = isStop ? 0 : -1;
  return (
    <li className={styles.row} data-line={lineKey(line)}>
      {/* First in order: whoever comes to a line comes to its act. */}
      <ActButton line={line} tabIndex={tabIndex} {...row} />
      <Icon size={18} stroke={1.6} aria-hidden className={styles.icon} />
      <span className={styles.what} title={whatText(line)}>
        {whatText(line)}
      </span>
      <Who line={line} tabIndex={tabIndex} />
      <span className={styles.when} data-late={line.group === 'overdue' || undefined}>
        {whenText(line, day)}
      </span>
      <span className={styles.amount}>
        {line.amount_cents === null ? '' : moneyDisplay(line.amount_cents)}
      </span>
      <Owner id={line.owner_agent_id} />
      <LineTools line={line} tabIndex={tabIndex} onTool={onTool} />
      {failure && (
        <div className={styles.failure}>
          <LoadAlert
            text={`It was not done. ${failure.message}`}
            onRetry={failure.again}
            isRetrying={failure.isTrying}
          />
        </div>
      )}
    </li>
  );
}

type ActButtonProps = Pick<TodayRowProps, 'line' | 'isAdvisor' | 'onAct'> & { tabIndex: number };

function ActButton({ line, isAdvisor, onAct, tabIndex }: ActButtonProps) {
  const act = nextActOf(line, isAdvisor);
  const phone = phoneOf(line);
  const props = {
    className: styles.act ?? '',
    classNames: { label: styles.actLabel ?? '' },
    variant: 'default',
    size: 'xs',
    tabIndex,
    'data-act': true,
    'aria-label': `${ACT_WORDS[act]}: ${lineText(line)}`,
    onClick: () => onAct(act, line),
    children: (
      <>
        {ACT_WORDS[act]}
        <IconCornerDownLeft size={14} aria-hidden className={styles.key} />
      </>
    ),
  } as const;
  if (act === 'call' && phone !== '') return <Button component="a" href={`tel:${phone}`} {...props} />;
  return (
    <Button
      {...props}
      onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
    />
  );
}

function Who({ line, tabIndex }: { line: TodayLine; tabIndex: number }) {
  const who = whoText(line);
  if (line.client_id === null || who === null) return <span className={styles.who} />;
  return (
    <span className={styles.who}>
      <Link
        to="/crm/clients/$clientId"
        params={{ clientId: String(line.client_id) }}
        className={styles.client ?? ''}
        tabIndex={tabIndex}
      >
        {who}
      </Link>
    </span>
  );
}

/** Whose it is, unless it is one's own. */
function Owner({ id }: { id: number | null }) {
  if (id === null || id === signedInAgent()?.id) return <span className={styles.owner} />;
  const name = agentText(id);
  return (
    <span className={styles.owner}>
      <Avatar
        size={24}
        radius="xl"
        name={name}
        title={name}
        aria-label={`Of ${name}`}
        role="img"
        color="gray"
      >
        {initialsOf(name)}
      </Avatar>
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
