import { ActionIcon, Text } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { CopyButton } from './copy-button.tsx';
import styles from './secret-value.module.css';
import { useReveal } from './use-reveal.ts';

interface SecretValueProps {
  /** Fetches the plain text value. */
  fetchValue: () => Promise<string>;
  label: string;
  mask: string;
}

/** A masked value with a reveal button; it shows for 30 s and cannot be selected by accident. */
export function SecretValue({ fetchValue, label, mask }: SecretValueProps) {
  const secret = useReveal(fetchValue);
  const isShown = secret.value !== null;
  const Icon = isShown ? IconEyeOff : IconEye;
  return (
    <span className={styles.line}>
      <span className={styles.value}>{secret.value ?? mask}</span>
      <ActionIcon
        size="sm"
        loading={secret.isPending}
        onClick={isShown ? secret.hide : secret.reveal}
        aria-label={`${isShown ? 'Hide' : 'Reveal'} ${label}`}
      >
        <Icon size={15} aria-hidden />
      </ActionIcon>
      {secret.value !== null && <CopyButton compact value={secret.value} label={`Copy ${label}`} />}
      {secret.failure && (
        <Text span size="xs" c="red" role="status">
          {secret.failure}
        </Text>
      )}
    </span>
  );
}
