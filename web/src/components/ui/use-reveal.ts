import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { RevealCancelled } from '../../lib/reveal-reason.ts';

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
