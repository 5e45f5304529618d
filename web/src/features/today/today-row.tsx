import { moneyDisplay, type TodayKind } from '@ledgerline/contract/rules';
import type { TodayItem } from '@ledgerline/contract/today/endpoints';
import { Avatar, Button, VisuallyHidden } from '@mantine/core';
import { IconCornerDownLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { LoadAlert } from '../../components/ui/retry-button.tsx';
import { agentText } from '../../domain/agents/agent-names.ts';
import { ignoreRepeatedEnter } from '../../lib/events.ts';
import { signedInAgent } from '../../lib/sign-in.ts';
import { useIsWide } from '../../lib/use-is-wide.ts';
import { itemKey } from './api.ts';
import { ItemTools, type Tool } from './item-tools.tsx';
import { ACTION_LABELS, type NextAction, nextActionOf, phoneOf } from './next-actions.ts';
import styles from './today-row.module.css';
import { ageOf, ageText, type Day, iconOf, itemText, whatText, whenText, whoText } from './today-text.ts';
import type { ItemFailure } from './use-item-actions.ts';

interface TodayRowProps {
  item: TodayItem;
  day: Day;
  isAdvisor: boolean;
  /** The item that Tab reaches and the keys act on; its action stands out. */
  isCurrent: boolean;
  failure: ItemFailure | undefined;
  onAction: (action: NextAction, item: TodayItem) => void;
  onTool: (tool: Tool, item: TodayItem) => void;
}

/** Older items stand out. */
const LONG_DAYS = 7;
const LATE_MONEY_KINDS: readonly TodayKind[] = ['invoice_overdue', 'payment_failed'];

/** One work item: client, what, age, amount, and its main action. */
export function TodayRow({ item, day, isCurrent, failure, onTool, ...row }: TodayRowProps) {
  const Icon = iconOf(item);
  // J and K reach the other items; a phone has no such keys.
  const isWide = useIsWide();
  const tabIndex = isCurrent || !isWide ? 0 : -1;
  return (
    <li className={styles.row} data-item={itemKey(item)}>
      {/* First in tab order: focusing an item focuses its main action. */}
      <ActionButton item={item} tabIndex={tabIndex} isCurrent={isCurrent} {...row} />
      <Icon size={18} stroke={1.6} aria-hidden className={styles.icon} />
      <Who item={item} tabIndex={tabIndex} />
      <span
        className={item.client_id === null ? `${styles.what} ${styles.alone}` : styles.what}
        title={whatText(item)}
      >
        {whatText(item)}
      </span>
      <span
        className={styles.when}
        title={whenText(item, day)}
        data-late={ageOf(item, day) > LONG_DAYS || undefined}
      >
        <span aria-hidden>{ageText(item, day)}</span>
        <VisuallyHidden>{whenText(item, day)}</VisuallyHidden>
      </span>
      <span className={styles.amount} data-late={LATE_MONEY_KINDS.includes(item.kind) || undefined}>
        {item.amount_cents === null ? '' : moneyDisplay(item.amount_cents)}
      </span>
      <Owner id={item.owner_agent_id} />
      <ItemTools item={item} tabIndex={tabIndex} onTool={onTool} />
      {failure && (
        <div className={styles.failure}>
          <LoadAlert
            text={`Couldn’t complete this action. ${failure.message}`}
            onRetry={failure.again}
            isRetrying={failure.isTrying}
          />
        </div>
      )}
    </li>
  );
}

type ActionButtonProps = Pick<TodayRowProps, 'item' | 'isAdvisor' | 'isCurrent' | 'onAction'> & {
  tabIndex: number;
};

function ActionButton({ item, isAdvisor, isCurrent, onAction, tabIndex }: ActionButtonProps) {
  const action = nextActionOf(item, isAdvisor);
  const phone = phoneOf(item);
  const props = {
    className: styles.action ?? '',
    classNames: { label: styles.actionLabel ?? '' },
    variant: isCurrent ? 'filled' : 'default',
    size: 'xs',
    tabIndex,
    'data-main-action': true,
    'aria-label': `${ACTION_LABELS[action]}: ${itemText(item)}`,
    onClick: () => onAction(action, item),
    children: (
      <>
        {ACTION_LABELS[action]}
        <IconCornerDownLeft size={14} aria-hidden className={styles.key} />
      </>
    ),
  } as const;
  if (action === 'call' && phone !== '') return <Button component="a" href={`tel:${phone}`} {...props} />;
  return <Button {...props} onKeyDown={ignoreRepeatedEnter} />;
}

function Who({ item, tabIndex }: { item: TodayItem; tabIndex: number }) {
  const who = whoText(item);
  if (item.client_id === null || who === null) return null;
  return (
    <span className={styles.who}>
      <Link
        to="/crm/clients/$clientId"
        params={{ clientId: String(item.client_id) }}
        className={styles.client ?? ''}
        tabIndex={tabIndex}
      >
        {who}
      </Link>
    </span>
  );
}

/** The owner, unless it is the current agent. */
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
        aria-label={`Owner: ${name}`}
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
