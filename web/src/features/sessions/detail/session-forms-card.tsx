import { isVoided } from '@ledgerline/contract/rules';
import type { SubmissionRow } from '@ledgerline/contract/submissions/schemas';
import { Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { CardFrame } from '../../../components/ui/card-frame.tsx';
import { Loaded } from '../../../components/ui/loaded.tsx';
import { LoadingRows } from '../../../components/ui/loading-rows.tsx';
import { QuietButton } from '../../../components/ui/quiet-button.tsx';
import { useSessionForms } from '../api.ts';
import { AddFormsDialog } from '../choosing/add-forms-dialog.tsx';
import type { FormCatalog } from '../choosing/form-chooser.tsx';
import { SessionFormRow, type SessionFormTools } from './session-form-row.tsx';
import styles from './session-forms-card.module.css';
import { SignFormDialog } from './sign-form-dialog.tsx';

interface SessionFormsCardProps {
  sessionId: number;
  catalog: FormCatalog;
  tools: SessionFormTools;
}

/** The forms as a checklist: what is done, and who is next. */
export function SessionFormsCard({ sessionId, catalog, tools }: SessionFormsCardProps) {
  const forms = useSessionForms(sessionId);
  const [isAdding, adding] = useDisclosure(false);
  const addButton = (
    <Group gap={4}>
      {tools.requestDocuments}
      <QuietButton icon={IconPlus} onClick={adding.open} disabled={!forms.data}>
        Add Forms
      </QuietButton>
    </Group>
  );
  return (
    <CardFrame title="Forms & Documents" aside={addButton}>
      <Loaded
        query={forms}
        failed="The forms could not be loaded."
        loading={<LoadingRows rows={3} height={52} label="Loading forms" />}
        isInCard
      >
        {(data) => <FormList forms={data} sessionId={sessionId} tools={tools} />}
      </Loaded>
      <AddFormsDialog
        opened={isAdding}
        onClose={adding.close}
        sessionId={sessionId}
        usedIds={usedTemplates(forms.data ?? [])}
        catalog={catalog}
      />
    </CardFrame>
  );
}

interface FormListProps {
  forms: readonly SubmissionRow[];
  sessionId: number;
  tools: SessionFormTools;
}

function FormList({ forms, sessionId, tools }: FormListProps) {
  const [signing, setSigning] = useState<SubmissionRow | null>(null);
  const voided = forms.filter(isVoided);
  const live = forms.filter((form) => !isVoided(form));
  const rows = (list: readonly SubmissionRow[]) =>
    list.map((form, index) => (
      <SessionFormRow
        key={form.id}
        form={form}
        number={index + 1}
        tools={tools}
        onSign={() => setSigning(form)}
      />
    ));
  return (
    <>
      {live.length === 0 ? (
        <Text size="sm" c="dimmed">
          No forms yet. Choose “Add Forms” to add the first ones to this session.
        </Text>
      ) : (
        <ol className={styles.list}>{rows(live)}</ol>
      )}
      {voided.length > 0 && (
        <section aria-labelledby="voided-forms">
          <h3 id="voided-forms" className={styles.heading}>
            Voided Forms
          </h3>
          <ol className={styles.list}>{rows(voided)}</ol>
        </section>
      )}
      {signing && <SignFormDialog sessionId={sessionId} form={signing} onClose={() => setSigning(null)} />}
    </>
  );
}

/** Voided ones can be added again (decisions G13). */
function usedTemplates(forms: readonly SubmissionRow[]): ReadonlySet<number> {
  return new Set(forms.filter((form) => !isVoided(form)).flatMap(({ form_id }) => form_id ?? []));
}
