import { Group, Radio, Textarea, VisuallyHidden } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import styles from './requested-documents.module.css';
import type { ReviewValues } from './review-values.ts';

interface DecisionProps {
  form: UseFormReturnType<ReviewValues>;
  at: number;
  name: string;
}

/** What happens with one document, and why the client has to send it again. */
export function Decision({ form, at, name }: DecisionProps) {
  const value = form.values.decisions[at];
  if (!value) return null;
  return (
    <>
      <Radio.Group
        label={<VisuallyHidden>Decision: {name}</VisuallyHidden>}
        mt="xs"
        {...form.getInputProps(`decisions.${at}.decision`)}
      >
        <Group gap="md">
          {value.isSent && <Radio value="accept" label="Accept" />}
          <Radio value="again" label="Request again" />
          <Radio value="not_needed" label="Not needed" />
        </Group>
      </Radio.Group>
      {value.decision === 'again' && (
        <Textarea
          label={value.isSent ? 'Reason, shown to the client' : 'Reason, shown to the client (optional)'}
          className={styles.reason}
          rows={2}
          maxLength={500}
          {...form.getInputProps(`decisions.${at}.reason`)}
        />
      )}
    </>
  );
}
