import { formNameText } from '@ledgerline/contract/submissions/form-names';
import type { SubmissionRow } from '@ledgerline/contract/submissions/schemas';
import { ActionIcon } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { whoOf } from '../submission-display.ts';

/** Opens a submission in a dialog over its list. */
export function PreviewButton({ row, onPreview }: { row: SubmissionRow; onPreview: (id: number) => void }) {
  return (
    <ActionIcon
      aria-label={`Preview ${formNameText(row)} for ${whoOf(row)}`}
      onClick={() => onPreview(row.id)}
    >
      <IconEye size={16} aria-hidden />
    </ActionIcon>
  );
}
