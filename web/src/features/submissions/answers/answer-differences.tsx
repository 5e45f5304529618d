import { findField } from '@ledgerline/contract/clients/fields/catalog';
import type { AnswerDifference } from '@ledgerline/contract/submissions/differences/endpoints';
import { submissionClient } from '@ledgerline/contract/submissions/form-data';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { CardFrame } from '../../../components/ui/card-frame.tsx';
import { type Column, DataTable } from '../../../components/ui/data-table.tsx';
import { Loaded, LoadingRows } from '../../../components/ui/loaded.tsx';
import { notifyError } from '../../../components/ui/notify.ts';
import { notifyWithUndo } from '../../../components/ui/undo-toast.tsx';
import { ConflictDialog } from '../../../domain/clients/conflict-dialog.tsx';
import { displayText } from '../../../domain/clients/field-text.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { needsReview } from '../submission-display.ts';
import styles from './answer-differences.module.css';
import { useAnswerChoice } from './use-answer-choice.ts';
import { isComparable, useAnswerDifferences, useDismissAnswers } from './use-answer-differences.ts';

/**
 * Shows first, on every screen of a submitted form, where it differs from the client record. The agent applies answers
 * field by field, or dismisses them.
 */
export function AnswerDifferences({ submission }: { submission: Submission }) {
  const query = useAnswerDifferences(submission);
  if (!isComparable(submission)) return null;
  return (
    <Loaded
      query={query}
      failed="The form could not be compared with the client record"
      loading={needsReview(submission) && submission.has_form_data ? <LoadingComparison /> : null}
      showsStale
    >
      {(differences) =>
        differences.length > 0 && (
          <Differences submission={submission} differences={differences} refetch={query.refetch} />
        )
      }
    </Loaded>
  );
}

function LoadingComparison() {
  return (
    <CardFrame title="New answers">
      <LoadingRows rows={3} height={32} label="Comparing the answers" />
    </CardFrame>
  );
}

const boxId = (field: string) => `take-${field}`;
const valueColumn = (title: string, key: 'client_value' | 'form_value'): Column<AnswerDifference> => ({
  id: key,
  header: title,
  title,
  className: styles.value,
  cell: (difference) => valueText(difference, key),
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

type DifferencesProps = Parameters<typeof useAnswerChoice>[0];

/** Once an agent has decided on the answers, one line mentions what still differs. */
function Differences(props: DifferencesProps) {
  const { submission, differences } = props;
  const [isOpen, setOpen] = useState(false);
  if (needsReview(submission) || isOpen) return <Comparison {...props} />;
  const count = differences.length;
  return (
    <CardFrame
      title="Different answers"
      aside={
        <Button variant="default" size="xs" onClick={() => setOpen(true)}>
          Compare
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        {count === 1 ? '1 answer differs' : `${count} answers differ`} from the client record.
      </Text>
    </CardFrame>
  );
}

function Comparison(props: DifferencesProps) {
  const { submission, differences } = props;
  const { chosen, choose, conflict, ...choice } = useAnswerChoice(props);
  return (
    <CardFrame title={needsReview(submission) ? 'New answers' : 'Different answers'}>
      <Text size="sm" c="dimmed">
        Select answers to save to the client record. The client’s history keeps the previous values.
      </Text>
      <DataTable
        columns={COLUMNS}
        rows={differences}
        rowId={({ field }) => field}
        className={styles.table}
        verticalSpacing={6}
        selection={{ chosen, onChoose: choose, allLabel: 'All fields', boxId, className: styles.tick }}
      />
      <Group justify="flex-end" gap="xs" className={styles.buttons}>
        {needsReview(submission) && <NotNeeded submission={submission} />}
        <Button onClick={choice.apply} disabled={chosen.length === 0} loading={choice.isApplying}>
          Update Client Record
        </Button>
      </Group>
      {conflict && (
        <ConflictDialog
          of="field"
          cells={conflict.cells}
          clientName={() => submissionClient(submission).name || 'Unknown Client'}
          resolve={choice.resolveConflict}
          back={choice.dismissConflict}
          backLabel="Cancel"
        />
      )}
    </CardFrame>
  );
}

function NotNeeded({ submission }: { submission: Submission }) {
  const dismiss = useDismissAnswers(submission);
  async function run() {
    try {
      await dismiss.mutateAsync(true);
      notifyWithUndo({
        message: 'The answers were marked as not needed.',
        undone: 'The answers need to be reviewed again.',
        onUndo: () => dismiss.mutateAsync(false),
      });
    } catch (error) {
      notifyError(messageOf(error));
    }
  }
  return (
    <Button variant="default" onClick={() => void run()} loading={dismiss.isPending}>
      Not Needed
    </Button>
  );
}

function valueText({ field, ...values }: AnswerDifference, key: 'client_value' | 'form_value'): string {
  const known = findField(field);
  return (known ? displayText(known, values[key]) : String(values[key] ?? '')).trim() || '—';
}
