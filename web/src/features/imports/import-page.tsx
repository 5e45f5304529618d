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

/** One import from its columns to its result; the server's state says which step comes next. */
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
        const made = loaded.data;
        const view = viewOf(made.state, step);
        return (
          <Stack gap="md" className={styles.page}>
            <ImportHead made={made} />
            <StepList current={stepOf(made.state, view)} />
            <View key={made.id} made={made} view={view} loaded={loaded} />
          </Stack>
        );
      }}
    </Loaded>
  );
}

function View({ made, view, loaded }: { made: Import; view: ImportView; loaded: Answer }) {
  if (view === 'working') return <JobProgress made={made} />;
  if (view === 'findings') return <FindingsStep made={made} findings={loaded.findings} />;
  if (view === 'result') return <ResultStep made={made} findings={loaded.findings} />;
  return <ChooseSteps made={made} sample={loaded.sample} head={loaded.head} view={view} />;
}
