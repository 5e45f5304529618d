import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribeLive } from '../../../lib/live.ts';
import { submissionKeys } from '../api.ts';

/** What clients hand in and other agents change appears without a reload. */
export function useLiveSubmissions(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const refresh = () => void queryClient.invalidateQueries({ queryKey: submissionKeys.all });
    return subscribeLive((event) => {
      if (event.kind === 'submissions') refresh();
    }, refresh);
  }, [queryClient]);
}
