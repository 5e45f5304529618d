import type { ClientChange } from '@ledgerline/contract/clients/endpoints';
import { findField } from '@ledgerline/contract/clients/fields/catalog';
import { Box, Button, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { momentText } from '../../../domain/days.ts';
import { historyValue } from '../client-display.ts';
import styles from './history-entry.module.css';

const ACTION_LABELS: Record<string, string> = {
  created: 'Client created',
  deleted: 'Client deleted',
  merged: 'Clients merged into this one',
  merged_into: 'Merged into this client',
  merged_into_other: 'Merged into another client',
  merge_undone: 'Merge undone',
  duplicate_dismissed: 'Marked as not a duplicate of another client',
  duplicate_suggested_again: 'Listed for review again as a likely duplicate of another client',
};

/** Changes whose title says everything. */
const NO_VALUES = ['revealed', 'mailed'];

/** One change: the field, the old and new value, the author and the time. */
export function HistoryEntry({ change, onRestore }: { change: ClientChange; onRestore: () => void }) {
  return (
    <li className={styles.entry}>
      <Box flex={1} miw={0}>
        <Text size="sm" fw={500}>
          {changeTitle(change)}
        </Text>
        {change.field && !NO_VALUES.includes(change.action) && (
          <Text size="sm" className={styles.values}>
            <Box component="span" c="dimmed">
              {historyValue(change.field, change.from) || '—'}
            </Box>
            <IconArrowRight size={14} aria-label="to" className={styles.arrow} />
            <span>{historyValue(change.field, change.to) || '—'}</span>
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {change.actor} · <time dateTime={change.at}>{momentText(change.at)}</time>
        </Text>
      </Box>
      {change.can_restore && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={onRestore}
          aria-label={`Restore ${fieldLabel(change)}`}
        >
          Restore
        </Button>
      )}
    </li>
  );
}

export function fieldLabel(change: ClientChange): string {
  return (change.field ? findField(change.field)?.label : undefined) ?? change.field ?? '';
}

function changeTitle(change: ClientChange): string {
  const label = fieldLabel(change);
  if (change.action === 'mailed') return emailTitle(change);
  if (change.action === 'form_deleted') return `Form deleted: ${change.from ?? ''}`;
  if (label === '') return ACTION_LABELS[change.action] ?? change.action;
  if (change.action === 'revealed') return `${label} revealed`;
  if (change.action === 'taken_over') return `${label} updated from a form`;
  return change.action === 'restored' ? `${label} restored` : label;
}

/** Entries from earlier versions don't name the form or session. */
function emailTitle({ field, from, to }: ClientChange): string {
  if (field === 'signed_copy')
    return `Email to ${to ?? ''}: signed copy${from === null ? '' : ` of “${from}”`}`;
  if (field === 'client_turn') return `Email to ${to ?? ''}: request to sign “${from ?? ''}”`;
  if (field === 'receipt') return `Email to ${to ?? ''}: receipt for invoice ${from ?? ''}`;
  if (field === 'reminder') return `Email to ${to ?? ''}: reminder of “${from ?? ''}”`;
  const what = field === 'session_link' ? 'session' : 'form';
  return `Email to ${to ?? ''}: link to ${from === null ? `a ${what}` : `the ${what} “${from}”`}`;
}
