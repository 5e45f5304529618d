import { taskDueText } from '@ledgerline/contract/rules';
import { ActionIcon, Box, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ParsedTask } from './parse-task.ts';
import styles from './task-preview.module.css';

interface TaskPreviewProps {
  /** What is saved; null while there is no title. */
  task: ParsedTask | null;
  today: string;
  /** Keeps the words in the title; omitted where the text names no day. */
  onRemove?: (() => void) | undefined;
}

/** What a line of text is saved as: '“Call Ana” · Due tomorrow, 3:00 PM'. */
export function TaskPreview({ task, today, onRemove }: TaskPreviewProps) {
  const due = task && `Due ${taskDueText({ ...task, today })}`;
  return (
    <div className={styles.preview} data-chip={onRemove !== undefined || undefined}>
      <Box role="status" component="span" style={{ overflowWrap: 'anywhere' }}>
        {task &&
          [`“${task.title}”`, due, task.repeat && `repeats ${task.repeat}`].filter(Boolean).join(' · ')}
      </Box>
      {onRemove && (
        <Tooltip label="Keep the date as text">
          <ActionIcon size="sm" aria-label={`Keep the date as text: ${due ?? ''}`} onClick={onRemove}>
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}
