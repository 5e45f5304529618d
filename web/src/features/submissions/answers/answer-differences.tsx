import { type CatalogField, findField } from '@ledgerline/contract/clients/fields/catalog';
import { dateDisplay, phoneDisplay } from '@ledgerline/contract/rules';
import type { AnswerDifference } from '@ledgerline/contract/submissions/differences/endpoints';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { CardFrame } from '../../../components/ui/card-frame.tsx';
import { type Column, DataTable } from '../../../components/ui/data-table.tsx';
import { Loaded } from '../../../components/ui/loaded.tsx';
import { notifyError, notifySuccess } from '../../../components/ui/notify.ts';
import styles from './answer-differences.module.css';
import { useAnswerDifferences, useApplyAnswers } from './use-answer-differences.ts';

interface AnswerDifferencesProps {
  submission: Pick<Submission, 'id' | 'client_id' | 'is_completed'>;
}

/** Where a submitted form differs from the client record: the agent applies answers field by field. */
export function AnswerDifferences({ submission }: AnswerDifferencesProps) {
  return (
    <Loaded
      query={useAnswerDifferences(submission)}
      failed="The form could not be compared with the client record"
      loading={null}
      showsStale
    >
      {(differences) =>
        differences.length > 0 && <Differences submission={submission} differences={differences} />
      }
    </Loaded>
  );
}

const boxId = (field: string) => `take-${field}`;
const valueColumn = (title: string, key: 'client_value' | 'form_value'): Column<AnswerDifference> => ({
  id: key,
  header: title,
  title,
  className: styles.value,
  cell: (difference) => valueText(findField(difference.field), difference[key]),
});
const COLUMNS: readonly Column<AnswerDifference>[] = [
  {
    id: 'field',
    header: 'Field',
    className: styles.field,
    cell: ({ field, label }) => <label htmlFor={boxId(field)}>{label}</label>,
  },
  valueColumn('Client record', 'client_value'),
  valueColumn('This form', 'form_value'),
];

function Differences({
  submission,
  differences,
}: AnswerDifferencesProps & { differences: AnswerDifference[] }) {
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const applyAnswers = useApplyAnswers(submission);
  // Answers applied by another agent meanwhile can no longer be selected.
  const chosen = differences.map(({ field }) => field).filter((field) => ticked.includes(field));

  function apply() {
    applyAnswers.mutate(chosen, {
      onSuccess({ message }) {
        setTicked([]);
        notifySuccess(message);
      },
      onError: (error) => notifyError(error.message, 'The client record could not be updated'),
    });
  }
  return (
    <CardFrame title="New answers">
      <Text size="sm" c="dimmed">
        Select answers to save to the client record. The client's history keeps the previous values.
      </Text>
      <DataTable
        columns={COLUMNS}
        rows={differences}
        rowId={({ field }) => field}
        className={styles.table}
        verticalSpacing={6}
        selection={{ chosen, onChoose: setTicked, allLabel: 'All fields', boxId, className: styles.tick }}
      />
      <Group justify="flex-end">
        <Button onClick={apply} disabled={chosen.length === 0} loading={applyAnswers.isPending}>
          Update Client Record
        </Button>
      </Group>
    </CardFrame>
  );
}

function valueText(field: CatalogField | undefined, value: AnswerDifference['form_value']): string {
  const text = String(value ?? '').trim();
  if (text === '') return '—';
  if (field?.kind === 'date') return dateDisplay(text);
  if (field?.kind === 'phone') return phoneDisplay(text);
  return field?.kind === 'percent' ? `${text}%` : text;
}
