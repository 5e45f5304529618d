import type { TodayGroup } from '@ledgerline/contract/rules';
import { Button, Group } from '@mantine/core';
import { IconSun } from '@tabler/icons-react';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { ButtonLink } from '../../components/ui/link.tsx';
import { type TodayOwner, useTodayCounts } from './api.ts';
import { countText } from './today-actions.ts';

interface NothingToDoProps {
  owner: TodayOwner;
  onOwner: (owner: TodayOwner) => void;
}

const EMPTY_MESSAGES = {
  mine: {
    title: 'You’re all caught up.',
    text: 'Follow-ups, tasks, forms, links and invoices that need your attention will appear here.',
  },
  nobody: { title: 'Nothing is unassigned.', text: 'Items without an owner will appear here.' },
  everybody: {
    title: 'Everyone is caught up.',
    text: 'Items that need an agent’s attention will appear here.',
  },
};

/** The empty queue; other agents' items are one click away. */
export function NothingToDo({ owner, onOwner }: NothingToDoProps) {
  const unassigned = useTodayCounts('nobody', owner !== 'nobody').data?.counts;
  const all = useTodayCounts(undefined, owner !== undefined).data?.counts;
  const choices = [
    { label: 'Unassigned', of: 'nobody' as const, count: owner === 'nobody' ? 0 : sumOf(unassigned) },
    { label: 'Everyone', of: undefined, count: owner === undefined ? 0 : sumOf(all) },
  ].filter(({ count }) => count > 0);
  const { title, text } =
    EMPTY_MESSAGES[owner === 'me' ? 'mine' : owner === 'nobody' ? 'nobody' : 'everybody'];
  return (
    <EmptyState
      title={title}
      text={text}
      icon={<IconSun size={22} aria-hidden />}
      {...(choices.length > 0
        ? {
            action: (
              <Group gap="xs" justify="center">
                {choices.map(({ label, of, count }) => (
                  <Button key={label} variant="default" onClick={() => onOwner(of)}>
                    {label} ({countText(count)})
                  </Button>
                ))}
              </Group>
            ),
          }
        : {})}
    />
  );
}

/** For owners of a brokerage without clients: nothing can be due. */
export function NoClients() {
  return (
    <EmptyState
      title="Your work will appear here"
      text="Follow-ups, tasks, forms, links and invoices of your clients. Import your clients first."
      icon={<IconSun size={22} aria-hidden />}
      action={<ButtonLink to="/crm/imports">Import Clients</ButtonLink>}
    />
  );
}

const sumOf = (counts: Partial<Record<TodayGroup, number>> | undefined): number =>
  Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);
