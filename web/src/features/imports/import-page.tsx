import type { Import } from '@ledgerline/contract/imports/endpoints';
import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Loaded } from '../../components/ui/loaded.tsx';
import { LoadingRows } from '../../components/ui/loading-rows.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { useImport } from './api.ts';
import { ImportHead } from './import-head.tsx';
import styles from './imports.module.css';
import { ResultStep } from './result/result-step.tsx';
import { ChooseSteps } from './steps/choose-steps.tsx';
import { FindingsStep } from './steps/findings-step.tsx';
import { type ImportView, stepOf, viewOf } from './steps/import-steps.ts';
import { JobProgress } from './steps/job-progress.tsx';
import { StepList } from './steps/step-list.tsx';

const route = getRouteApi('/portal/crm/imports/$importId');

/** One import, from column mapping to result. The server state determines the step. */
export function ImportPage() {
  return (
    <>
      <PageHeader title="Import Clients" back={{ href: '/crm/imports', label: 'All imports' }} />
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
