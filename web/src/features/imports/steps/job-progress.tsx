import type { Import } from '@ledgerline/contract/imports/endpoints';
import { Paper, Progress, Stack, Text } from '@mantine/core';
import { number } from '../import-texts.ts';
import { StepHeading } from './step-heading.tsx';

const PROGRESS_LABELS = {
  checking: {
    title: 'Checking every row…',
    text: 'Nothing has been saved yet. You can leave this page while the check runs.',
  },
  running: { title: 'Importing…', text: 'You can leave this page while the import runs.' },
  reverting: { title: 'Reverting…', text: 'You can leave this page while the revert runs.' },
};

/** Progress bar of the running job. */
export function JobProgress({ batch }: { batch: Import }) {
  const { title, text } =
    PROGRESS_LABELS[batch.state === 'running' || batch.state === 'reverting' ? batch.state : 'checking'];
  const { done, total } = batch.progress;
  const percent = total === 0 ? 0 : Math.floor((done / total) * 100);
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
