import { Button, SegmentedControl, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { agentText, useAgentNames } from '../../domain/agents/agent-names.ts';
import { useAgent } from '../../features/agents/api.ts';
import type { TodayOwner } from '../../features/today/api.ts';
import { GettingStartedMenu } from '../../features/today/getting-started/getting-started-menu.tsx';
import { useGettingStarted } from '../../features/today/getting-started/use-getting-started.ts';
import { TodayFigures } from '../../features/today/today-figures.tsx';
import { TodayQueue } from '../../features/today/today-queue.tsx';
import { isOwner, signedInAgent } from '../../lib/sign-in.ts';
import { useTodayDialogs } from './use-today-dialogs.ts';

const GettingStarted = lazy(async () => ({
  default: (await import('../../features/today/getting-started/getting-started.tsx')).GettingStarted,
}));
const TodayDialogs = lazy(async () => ({ default: (await import('./today-dialogs.tsx')).TodayDialogs }));
const route = getRouteApi('/portal/crm/today');

const OWNERS = [
  { value: 'me', label: 'Mine' },
  { value: 'nobody', label: 'Unassigned' },
  { value: 'everybody', label: 'Everyone' },
] as const;
type Shown = (typeof OWNERS)[number]['value'] | number;

/** Work items that need attention now (decision 049), composed from the features that own their actions. */
export function TodayPage() {
  const { owner = 'me' } = route.useSearch();
  const navigate = route.useNavigate();
  const me = signedInAgent();
  useAgentNames();
  const agent = useAgent(me?.id ?? 0);
  const gettingStarted = useGettingStarted(isOwner(me));
  const dialogs = useTodayDialogs();
  const requested = requestedOwner(owner);
  const show = (chosen: Shown | undefined) =>
    void navigate({ search: { owner: chosen === 'me' ? undefined : chosen } });
  return (
    <Stack gap="sm" maw={1280}>
      <PageHeader
        title="Today"
        actions={
          <>
            {gettingStarted.canShow && <GettingStartedMenu onShow={gettingStarted.show} />}
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => dialogs.setAddingTask(true)}
            >
              Add Task
            </Button>
          </>
        }
      />
      {(gettingStarted.isShown || gettingStarted.query.isError || gettingStarted.failure) && (
        <Suspense>
          <GettingStarted list={gettingStarted} me={me?.id ?? 0} />
        </Suspense>
      )}
      <TodayFigures owner={requested}>
        <SegmentedControl
          aria-label="Show items for"
          size="sm"
          // From a report.
          data={
            typeof owner === 'number'
              ? [...OWNERS, { value: String(owner), label: agentText(owner) || 'One agent' }]
              : [...OWNERS]
          }
          value={String(owner)}
          onChange={(chosen) => show(OWNERS.find(({ value }) => value === chosen)?.value)}
        />
      </TodayFigures>
      <TodayQueue
        owner={requested}
        isEmptyPortal={gettingStarted.missing.includes('client')}
        onOwner={(wanted) => show(wanted === 'nobody' ? 'nobody' : 'everybody')}
        isAdvisor={agent.data?.is_advisor ?? false}
        onElsewhere={dialogs.startAction}
        isCovered={dialogs.isOpen}
      />
      <Suspense fallback={null}>
        <TodayDialogs dialogs={dialogs} owner={requested} />
      </Suspense>
    </Stack>
  );
}

/** No owner filter means everyone's items. */
const requestedOwner = (shown: Shown): TodayOwner => (shown === 'everybody' ? undefined : shown);
