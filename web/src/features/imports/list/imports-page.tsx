import { Stack, Title } from '@mantine/core';
import { Loaded } from '../../../components/ui/loaded.tsx';
import { LoadingRows } from '../../../components/ui/loading-rows.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { useIsWide } from '../../../lib/use-is-wide.ts';
import { useImports } from '../api.ts';
import styles from '../imports.module.css';
import { ImportsCards } from './imports-cards.tsx';
import { ImportsTable } from './imports-table.tsx';
import { UploadImport } from './upload-import.tsx';

/** Upload page and list of previous imports. */
export function ImportsPage() {
  return (
    <>
      <PageHeader title="Import Clients" />
      <Stack gap="lg" className={styles.page}>
        <UploadImport />
        <EarlierImports />
      </Stack>
    </>
  );
}

function EarlierImports() {
  const isWide = useIsWide();
  return (
    <Loaded
      query={useImports()}
      failed="Failed to load the imports"
      loading={<LoadingRows label="Loading imports…" rows={4} />}
    >
      {(imports) =>
        imports.length > 0 && (
          <Stack gap="xs" component="section">
            <Title order={2}>Previous imports</Title>
            {isWide ? <ImportsTable imports={imports} /> : <ImportsCards imports={imports} />}
          </Stack>
        )
      }
    </Loaded>
  );
}
