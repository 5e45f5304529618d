import { List, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { labelOf, rejectedCells } from './conflicts.ts';

interface ConfirmNumbersDialogProps {
  /** The `unconfirmed_number` error that names the numbers; null closes the dialog. */
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

/** Maximum number of different sentences shown. A pasted column has few of them, each for many cells. */
const MAX_SHOWN = 6;

/** Confirms numbers that are incomplete or have a wrong check digit. Enter alone does not confirm. */
export function ConfirmNumbersDialog({ error, onConfirm, onClose }: ConfirmNumbersDialogProps) {
  // The caller clears the error immediately, but the closing dialog still displays it.
  const [shown, setShown] = useState(error);
  if (error !== null && shown !== error) setShown(error);
  const problems = countedProblems(shown);
  const count = problems.reduce((sum, [, cells]) => sum + cells, 0);
  const hidden = problems.slice(MAX_SHOWN).reduce((sum, [, cells]) => sum + cells, 0);
  return (
    <ConfirmDialog
      opened={error !== null}
      title={
        count === 1 ? 'Save this number anyway?' : `Save ${count.toLocaleString('en-US')} numbers anyway?`
      }
      message={
        <>
          <List size="sm" withPadding={false} listStyleType={problems.length === 1 ? 'none' : 'disc'}>
            {problems.slice(0, MAX_SHOWN).map(([problem, cells]) => (
              <List.Item key={problem}>
                {problem}.{cells > 1 && ` (${cells.toLocaleString('en-US')} cells)`}
              </List.Item>
            ))}
            {hidden > 0 && <List.Item>and {hidden.toLocaleString('en-US')} more</List.Item>}
          </List>
          <Text size="sm">
            {count === 1
              ? 'The number will be saved as you entered it. A carrier or bank may reject it.'
              : 'The numbers will be saved as you entered them. A carrier or bank may reject them.'}
          </Text>
        </>
      }
      confirmLabel="Save Anyway"
      cancelLabel="Go Back"
      danger
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}

/** Sentences such as 'SSN has 5 digits instead of 9' and the number of cells that each is about. */
function countedProblems(error: unknown): [string, number][] {
  const counts = new Map<string, number>();
  for (const { field, message } of rejectedCells(error)) {
    const problem = `${labelOf(field)} ${message}`;
    counts.set(problem, (counts.get(problem) ?? 0) + 1);
  }
  return [...counts];
}
