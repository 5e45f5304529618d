import { type CatalogueField, findField } from '@ledgerline/contract/clients/fields/catalogue';
import { dateDisplay, phoneDisplay } from '@ledgerline/contract/rules';
import type { AnswerDifference } from '@ledgerline/contract/submissions/differences/endpoints';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { Button, Checkbox, Group, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { CardFrame } from '../../../components/ui/card-frame.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { notifyError, notifySuccess } from '../../../components/ui/notify.ts';
import styles from './answer-differences.module.css';
import { useAnswerDifferences, useTakeOverAnswers } from './use-answer-differences.ts';

interface AnswerDifferencesProps {
  submission: Pick<Submission, 'id' | 'client_id' | 'is_completed'>;
}

/** Where a submitted form says something else than the client record: the agent takes over field by field. */
export function AnswerDifferences({ submission }: AnswerDifferencesProps) {
  const query = useAnswerDifferences(submission);
  if (query.isError)
    return (
      <ErrorState
        title="The form could not be compared with the client record"
        message={query.error.message}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  const differences = query.data ?? [];
  return differences.length === 0 ? null : <Differences submission={submission} differences={differences} />;
}

function Differences({
  submission,
  differences,
}: AnswerDifferencesProps & { differences: AnswerDifference[] }) {
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const takeOver = useTakeOverAnswers(submission);
  // What somebody else has taken over meanwhile is no longer there to be chosen.
  const chosen = differences.map(({ field }) => field).filter((field) => ticked.includes(field));
  const isAll = chosen.length === differences.length;

  function take() {
    takeOver.mutate(chosen, {
      onSuccess({ message }) {
        setTicked([]);
        notifySuccess(message);
      },
      onError: (error) => notifyError(error.message, 'The answers could not be taken over'),
    });
  }
  return (
    <CardFrame title="Different from the client record">
      <Text size="sm" c="dimmed">
        Tick what the client record should take from this form. The client's history keeps the former values.
      </Text>
      <Table className={styles.table} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={styles.tick}>
              <Checkbox
                aria-label="All fields"
                checked={isAll}
                indeterminate={chosen.length > 0 && !isAll}
                onChange={() => setTicked(isAll ? [] : differences.map(({ field }) => field))}
              />
            </Table.Th>
            <Table.Th>Field</Table.Th>
            <Table.Th>Client record</Table.Th>
            <Table.Th>This form</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {differences.map((difference) => (
            <DifferenceRow
              key={difference.field}
              difference={difference}
              isTicked={chosen.includes(difference.field)}
              onTick={(isTicked) =>
                setTicked(
                  isTicked
                    ? [...chosen, difference.field]
                    : chosen.filter((field) => field !== difference.field),
                )
              }
            />
          ))}
        </Table.Tbody>
      </Table>
      <Group justify="flex-end">
        <Button onClick={take} disabled={chosen.length === 0} loading={takeOver.isPending}>
          Take into client record
        </Button>
      </Group>
    </CardFrame>
  );
}

interface DifferenceRowProps {
  difference: AnswerDifference;
  isTicked: boolean;
  onTick: (isTicked: boolean) => void;
}

function DifferenceRow({ difference, isTicked, onTick }: DifferenceRowProps) {
  const { field, label, client_value, form_value } = difference;
  const id = `take-${field}`;
  return (
    <Table.Tr>
      <Table.Td className={styles.tick}>
        <Checkbox id={id} checked={isTicked} onChange={(event) => onTick(event.currentTarget.checked)} />
      </Table.Td>
      <Table.Td className={styles.field}>
        <label htmlFor={id}>{label}</label>
      </Table.Td>
      <Table.Td className={styles.value} data-title="Client record">
        {valueText(findField(field), client_value)}
      </Table.Td>
      <Table.Td className={styles.value} data-title="This form">
        {valueText(findField(field), form_value)}
      </Table.Td>
    </Table.Tr>
  );
}

function valueText(field: CatalogueField | undefined, value: AnswerDifference['form_value']): string {
  const text = String(value ?? '').trim();
  if (text === '') return '—';
  if (field?.kind === 'date') return dateDisplay(text);
  if (field?.kind === 'phone') return phoneDisplay(text);
  return field?.kind === 'percent' ? `${text}%` : text;
}
