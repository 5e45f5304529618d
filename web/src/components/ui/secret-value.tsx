import { ActionIcon, Text } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { RevealCancelled } from '../../lib/reveal-reason.ts';
import { CopyButton } from './copy-button.tsx';
import styles from './secret-value.module.css';

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

/** A revealed secret hides again automatically. */
const REVEALED_MS = 30_000;

/** One secret in plain text for 30 s; it stays in this component only, and the server logs every reveal. */
export function useReveal(fetchValue: () => Promise<string>) {
  const [value, setValue] = useState<string | null>(null);
  const reveal = useMutation({
    mutationFn: fetchValue,
    onSuccess: setValue,
    gcTime: 0,
  });
  const { reset } = reveal;
  useEffect(() => {
    if (value === null) return;
    const timer = setTimeout(() => {
      setValue(null);
      reset();
    }, REVEALED_MS);
    return () => clearTimeout(timer);
  }, [value, reset]);
  return {
    value,
    isPending: reveal.isPending,
    failure: reveal.error instanceof RevealCancelled ? null : (reveal.error?.message ?? null),
    reveal: () => reveal.mutate(),
    hide: () => {
      setValue(null);
      reset();
    },
  };
}
