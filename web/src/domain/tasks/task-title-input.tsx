import { MAX_TASK_TITLE } from '@ledgerline/contract/rules';
import { TextInput, type TextInputProps } from '@mantine/core';

/** What is to be done; the first field of its form. Words for the due date may be typed after the title. */
export const TaskTitleInput = (input: TextInputProps) => (
  <TextInput
    label="Task"
    required
    maxLength={2 * MAX_TASK_TITLE}
    autoComplete="off"
    data-autofocus
    {...input}
  />
);
