import type { Import, ImportFinding } from '@ledgerline/contract/imports/endpoints';
import { Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import { columnOf } from '../import-texts.ts';

interface FindingTextProps {
  batch: Pick<Import, 'headers' | 'mapping'>;
  finding: ImportFinding & { value?: string | null };
}

/** Icon and text, such as 'Birthday: Please enter a valid date “31/31/1990”'. */
export function FindingText({ batch, finding }: FindingTextProps) {
  const column = columnOf(finding, batch);
  const isError = finding.level === 'error';
  const Icon = isError ? IconCircleX : IconAlertTriangle;
  return (
    <Text span size="sm">
      <Icon
        size={15}
        aria-hidden
        color={isError ? 'var(--mantine-color-red-text)' : 'var(--mantine-color-orange-text)'}
        style={{ verticalAlign: '-2px', marginInlineEnd: 6 }}
      />
      <VisuallyHidden>{isError ? 'Error: ' : 'Warning: '}</VisuallyHidden>
      {column !== null && (
        <Text span fw={500} inherit>
          {column}
          {/^\p{Lu}/u.test(finding.message) ? ': ' : ' '}
        </Text>
      )}
      {finding.message}
      {finding.value ? (
        <Text span c="dimmed" inherit>
          {' '}
          “{finding.value}”
        </Text>
      ) : null}
    </Text>
  );
}
