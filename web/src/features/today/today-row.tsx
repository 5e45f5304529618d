import { moneyDisplay } from '@ledgerline/contract/rules';
import type { TodayItem } from '@ledgerline/contract/today/endpoints';
import { Avatar, Button } from '@mantine/core';
import { IconCornerDownLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { LoadAlert } from '../../components/ui/load-alert.tsx';
import { agentText } from '../../domain/agents/agent-names.ts';
import { signedInAgent } from '../../lib/sign-in.ts';
import { itemKey } from './api.ts';
import { ItemTools, type Tool } from './item-tools.tsx';
import { ACTION_LABELS, type NextAction, nextActionOf, phoneOf } from './next-actions.ts';
import styles from './today-row.module.css';
import { type Day, iconOf, itemText, whatText, whenText, whoText } from './today-text.ts';
import type { ItemFailure } from './use-item-actions.ts';

interface TodayRowProps {
  item: TodayItem;
  day: Day;
  isAdvisor: boolean;
  /** Tab reaches the controls of this item; J and K reach the others. */
  isStop: boolean;
  failure: ItemFailure | undefined;
  onAction: (action: NextAction, item: TodayItem) => void;
  onTool: (tool: Tool, item: TodayItem) => void;
}

/** One work item: what, client, since when, amount, and its main action. */
export function TodayRow({ item, day, isStop, failure, onTool, ...row }: TodayRowProps) {
  const Icon = iconOf(item);
  const tabIndex = isStop ? 0 : -1;
  return (
    <li className={styles.row} data-item={itemKey(item)}>
      {/* First in tab order: focusing an item focuses its main action. */}
      <ActionButton item={item} tabIndex={tabIndex} {...row} />
      <Icon size={18} stroke={1.6} aria-hidden className={styles.icon} />
      <span className={styles.what} title={whatText(item)}>
        {whatText(item)}
      </span>
      <Who item={item} tabIndex={tabIndex} />
      <span className={styles.when} data-late={item.group === 'overdue' || undefined}>
        {whenText(item, day)}
      </span>
      <span className={styles.amount}>
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

type ActionButtonProps = Pick<TodayRowProps, 'item' | 'isAdvisor' | 'onAction'> & { tabIndex: number };

function ActionButton({ item, isAdvisor, onAction, tabIndex }: ActionButtonProps) {
  const action = nextActionOf(item, isAdvisor);
  const phone = phoneOf(item);
  const props = {
    className: styles.action ?? '',
    classNames: { label: styles.actionLabel ?? '' },
    variant: 'default',
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
  return (
    <Button
      {...props}
      onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
    />
  );
}

function Who({ item, tabIndex }: { item: TodayItem; tabIndex: number }) {
  const who = whoText(item);
  if (item.client_id === null || who === null) return <span className={styles.who} />;
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
