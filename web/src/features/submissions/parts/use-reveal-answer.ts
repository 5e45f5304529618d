import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { revealAnswer } from '../api.ts';

/** A revealed secret hides again by itself (ui.md). */
const REVEALED_MS = 30_000;

/** One masked answer in plain text for 30 s; it lives in this component only and every reveal is logged by the server. */
export function useRevealAnswer(submissionId: number, field: string) {
  const [value, setValue] = useState<string | null>(null);
  const reveal = useMutation({
    mutationFn: () => revealAnswer(submissionId, field),
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
    failure: reveal.error?.message ?? null,
    reveal: () => reveal.mutate(),
    hide: () => {
      setValue(null);
      reset();
    },
  };
}
