import { templatesSyncedMessage } from '@ledgerline/contract/rules';
import type { TemplateSync } from '@ledgerline/contract/templates/endpoints';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Result } from '../../../components/ui/result-dialog.tsx';
import { useSyncTemplates, useTemplateSync } from '../api.ts';
import { SyncDetails } from './sync-details.tsx';

/** Starts the sync and reports its result (0§8), also when it outlives the request or was already running. */
export function useSync(isWanted: boolean, onResult: (result: Result) => void) {
  const start = useSyncTemplates();
  const { data: last = null } = useTemplateSync(isWanted || start.isPending);
  const watched = useRef<string | null>(null);
  const onEnd = useEffectEvent((sync: TemplateSync) => onResult(resultOf(sync)));

  useEffect(() => {
    if (last?.state === 'running') watched.current = last.started_at;
    else if (last && watched.current === last.started_at) {
      watched.current = null;
      onEnd(last);
    }
  }, [last]);

  return {
    last,
    isSyncing: start.isPending || last?.state === 'running',
    showLast: () => last && onResult(resultOf(last)),
    sync: () =>
      start.mutate(undefined, {
        onSuccess: ({ sync }) => {
          if (sync.state === 'running') {
            watched.current = sync.started_at;
            return;
          }
          watched.current = null;
          onResult(resultOf(sync));
        },
        onError: (error) => {
          console.error('the templates were not synced', error);
          watched.current = null;
          onResult(FAILED);
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
