import { ActionIcon, Text } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import styles from './secret-answer.module.css';
import { useRevealAnswer } from './use-reveal-answer.ts';

interface SecretAnswerProps {
  submissionId: number;
  field: string;
  label: string;
  mask: string;
}

/** A mask with an eye; the value shows for 30 s and is not selectable by accident. */
export function SecretAnswer({ submissionId, field, label, mask }: SecretAnswerProps) {
  const secret = useRevealAnswer(submissionId, field);
  const isShown = secret.value !== null;
  const Icon = isShown ? IconEyeOff : IconEye;
  return (
    <span className={styles.line}>
      <span className={styles.value}>{secret.value ?? mask}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        loading={secret.isPending}
        onClick={isShown ? secret.hide : secret.reveal}
        aria-label={`${isShown ? 'Hide' : 'Reveal'} ${label}`}
      >
        <Icon size={15} aria-hidden />
      </ActionIcon>
      {secret.failure && (
        <Text span size="xs" c="red" role="status">
          {secret.failure}
        </Text>
      )}
    </span>
  );
}
