import type { Import } from '@ledgerline/contract/imports/endpoints';
import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { LoadFailure } from '../../components/ui/loaded.tsx';
import { LoadingRows } from '../../components/ui/loading-rows.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { ApiError } from '../../lib/http.ts';
import { useImport } from './api.ts';
import { ChooseSteps } from './choose-steps.tsx';
import { type ImportView, stepOf, viewOf } from './import-steps.ts';
import styles from './imports.module.css';
import { FindingsStep } from './parts/findings-step.tsx';
import { ImportHead } from './parts/import-head.tsx';
import { JobProgress } from './parts/job-progress.tsx';
import { ResultStep } from './parts/result-step.tsx';
import { StepList } from './parts/step-list.tsx';

const route = getRouteApi('/portal/crm/imports/$importId');

/** One import from its columns to its result; the server's state says which step comes next. */
export function ImportPage() {
  return (
    <>
      <PageHeader title="Import Clients" back={{ href: '/crm/imports', label: 'All imports' }} />
      <ImportSteps />
    </>
  );
}

type Loaded = NonNullable<ReturnType<typeof useImport>['data']>;

function ImportSteps() {
  const { importId } = route.useParams();
  const { step } = route.useSearch();
  const query = useImport(Number(importId));
  const { data: loaded, error } = query;
  const isGone = error instanceof ApiError && error.status === 404;
  if (error && (!loaded || isGone)) {
    return <LoadFailure query={query} title="Failed to load the import" />;
  }
  if (!loaded) return <LoadingRows label="Loading the import…" />;
  const made = loaded.data;
  const view = viewOf(made.state, step);
  return (
    <Stack gap="md" className={styles.page}>
      <ImportHead made={made} />
      <StepList current={stepOf(made.state, view)} />
      <View key={made.id} made={made} view={view} loaded={loaded} />
    </Stack>
  );
}

function View({ made, view, loaded }: { made: Import; view: ImportView; loaded: Loaded }) {
  if (view === 'working') return <JobProgress made={made} />;
  if (view === 'findings') return <FindingsStep made={made} findings={loaded.findings} />;
  if (view === 'result') return <ResultStep made={made} findings={loaded.findings} />;
  return <ChooseSteps made={made} sample={loaded.sample} view={view} />;
}
