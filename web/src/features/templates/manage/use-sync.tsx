import { templatesSyncedMessage } from '@ledgerline/contract/rules';
import type { TemplateSync } from '@ledgerline/contract/templates/endpoints';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Result } from '../../../components/ui/result-dialog.tsx';
import { useSyncTemplates, useTemplateSync } from '../api.ts';
import { SyncDetails } from './sync-details.tsx';

/**
 * Starts the sync and reports its result (0§8), even if it outlasts the request. The result of another agent's sync is
 * only listed, and never covers the agent's work.
 */
export function useSync(isWanted: boolean) {
  const [result, setResult] = useState<Result | null>(null);
  const syncing = useSyncTemplates();
  const { data: last = null } = useTemplateSync(isWanted || syncing.isPending);
  const own = syncing.data?.sync;
  const reported = useRef<string | null>(null);
  const onEnd = useEffectEvent((sync: TemplateSync) => setResult(resultOf(sync)));

  useEffect(() => {
    if (own?.state !== 'running' || last?.started_at !== own.started_at || last.state === 'running') return;
    if (reported.current === last.started_at) return;
    reported.current = last.started_at;
    onEnd(last);
  }, [last, own]);

  return {
    last,
    result,
    closeResult: () => setResult(null),
    isSyncing: syncing.isPending || last?.state === 'running',
    showLast: () => last && setResult(resultOf(last)),
    start: () =>
      syncing.mutate(undefined, {
        onSuccess: ({ sync }) => {
          if (sync.state !== 'running') setResult(resultOf(sync));
        },
        onError: (error) => {
          console.error('the templates were not synced', error);
          setResult(FAILED);
        },
      }),
  };
}

const FAILED: Result = {
  type: 'error',
  title: 'Sync Failed',
  message: 'Failed to sync DocuSign templates. Please try again or check the console for details.',
};

function resultOf(sync: TemplateSync): Result {
  if (sync.state === 'failed') return FAILED;
  const hasProblems = sync.documents.some(({ outcome }) => outcome === 'failed');
  return {
    type: hasProblems ? 'warning' : 'success',
    title: 'Templates Synced Successfully',
    message: templatesSyncedMessage(sync),
    details: <SyncDetails documents={sync.documents} />,
  };
}
