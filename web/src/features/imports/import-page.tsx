import type { Import } from '@ledgerline/contract/imports/endpoints';
import { Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { IconCheck, IconFileSpreadsheet } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { momentText } from '../../domain/days.ts';
import { percentOf } from '../../lib/percent.ts';
import { useImport } from './api.ts';
import { columnCount, IMPORT_TITLES, number, rowsText } from './import-texts.ts';
import styles from './imports.module.css';
import { ImportStateBadge } from './list/import-state-badge.tsx';
import { ResultStep } from './result/result-step.tsx';
import { ChooseSteps } from './steps/choose-steps.tsx';
import { FindingsStep } from './steps/findings-step.tsx';
import { type ImportView, STEP_LABELS, stepOf, viewOf } from './steps/import-steps.ts';
import { StepHeading } from './steps/step-heading.tsx';

const route = getRouteApi('/portal/crm/imports/$importId');

/** One import, from column mapping to result. The server state determines the step. */
export function ImportPage() {
  const { importId } = route.useParams();
  const { data } = useImport(Number(importId));
  return (
    <>
      <PageHeader
        title={data ? IMPORT_TITLES[data.data.kind] : 'Import'}
        back={{ href: '/crm/imports', label: 'All imports' }}
      />
      <ImportSteps />
    </>
  );
}

type Answer = NonNullable<ReturnType<typeof useImport>['data']>;

function ImportSteps() {
  const { importId } = route.useParams();
  const { step } = route.useSearch();
  const query = useImport(Number(importId));
  return (
    <Loaded
      query={query}
      failed="Failed to load the import"
      loading={<LoadingRows label="Loading the import…" />}
    >
      {(loaded) => {
        const batch = loaded.data;
        const view = viewOf(batch.state, step);
        return (
          <Stack gap="md" className={styles.page}>
            <ImportHead batch={batch} />
            <StepList current={stepOf(batch.state, view)} />
            <View key={batch.id} batch={batch} view={view} loaded={loaded} />
          </Stack>
        );
      }}
    </Loaded>
  );
}

function View({ batch, view, loaded }: { batch: Import; view: ImportView; loaded: Answer }) {
  if (view === 'working') return <JobProgress batch={batch} />;
  if (view === 'findings') return <FindingsStep batch={batch} findings={loaded.findings} />;
  if (view === 'result') return <ResultStep batch={batch} findings={loaded.findings} />;
  return <ChooseSteps batch={batch} sample={loaded.sample} head={loaded.head} view={view} />;
}

/** The imported file and its size. */
function ImportHead({ batch }: { batch: Import }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <IconFileSpreadsheet size={20} aria-hidden style={{ flex: 'none', marginTop: 1 }} />
      <div style={{ minWidth: 0 }}>
        <Group gap="xs">
          <Text fw={600} className={styles.fileName}>
            {batch.file_name}
          </Text>
          <ImportStateBadge state={batch.state} />
        </Group>
        <Text size="sm" c="dimmed" className="tabular">
          {rowsText(batch.row_count)}, {number(columnCount(batch))} columns · {batch.agent_name} ·{' '}
          {momentText(batch.created_at)}
        </Text>
      </div>
    </Group>
  );
}

/** The current step of the import. */
function StepList({ current }: { current: number }) {
  return (
    <ol className={`plain ${styles.steps}`} aria-label="Steps">
      {STEP_LABELS.map((label, index) => (
        <li
          key={label}
          className={styles.step}
          data-done={index < current || undefined}
          {...(index === current ? { 'aria-current': 'step' as const } : {})}
        >
          {index < current && <IconCheck size={14} aria-label="Done:" />}
          <span>
            {index + 1}. {label}
          </span>
        </li>
      ))}
    </ol>
  );
}

const PROGRESS_LABELS = {
  checking: {
    title: 'Checking every row…',
    text: 'Nothing has been saved yet. You can leave this page while the check runs.',
  },
  running: { title: 'Importing…', text: 'You can leave this page while the import runs.' },
  reverting: { title: 'Reverting…', text: 'You can leave this page while the revert runs.' },
};

/** Progress bar of the running job. */
function JobProgress({ batch }: { batch: Import }) {
  const { title, text } =
    PROGRESS_LABELS[batch.state === 'running' || batch.state === 'reverting' ? batch.state : 'checking'];
  const { done, total } = batch.progress;
  const percent = percentOf(done, total);
  const label = done === 0 ? 'Starting…' : `${number(done)} of ${number(total)} rows`;
  return (
    <Stack gap="sm">
      <StepHeading title={title}>{text}</StepHeading>
      <Paper withBorder p="md">
        <Progress.Root size="lg" transitionDuration={150}>
          <Progress.Section
            value={percent}
            aria-label={title}
            aria-valuetext={label}
            {...(done === 0 ? { striped: true, animated: true } : {})}
          />
        </Progress.Root>
        <Text size="sm" mt="xs" className="tabular">
          {label}
          {done > 0 && ` · ${percent}%`}
        </Text>
      </Paper>
    </Stack>
  );
}
