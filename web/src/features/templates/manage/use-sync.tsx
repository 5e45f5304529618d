import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { templatesSyncedMessage } from '@ledgerline/contract/rules';
import type { syncTemplates } from '@ledgerline/contract/templates/endpoints';
import { List, Text } from '@mantine/core';
import type { Result } from '../../../components/ui/result-dialog.tsx';
import { useSyncTemplates } from '../api.ts';

/** Runs the sync and says how it ended (0§8). */
export function useSync(onResult: (result: Result) => void) {
  const sync = useSyncTemplates();
  return {
    isSyncing: sync.isPending,
    sync: () =>
      sync.mutate(undefined, {
        onSuccess: (reply) => onResult(resultOf(reply)),
        onError: (error) => {
          console.error('the templates were not synced', error);
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

function resultOf({ count, newPreviewDocuments, problems }: ReplyOf<typeof syncTemplates>): Result {
  const done: Result = {
    type: problems.length > 0 ? 'warning' : 'success',
    title: 'Templates Synced Successfully',
    message: templatesSyncedMessage({ count, newPreviewDocuments }),
  };
  return problems.length > 0 ? { ...done, details: <Problems problems={problems} /> } : done;
}

function Problems({ problems }: { problems: ReplyOf<typeof syncTemplates>['problems'] }) {
  return (
    <>
      <Text size="sm">These could not be used:</Text>
      <List size="sm" spacing={4}>
        {problems.map(({ name, message }) => (
          <List.Item key={name}>
            <b>{name}</b>: {message}
          </List.Item>
        ))}
      </List>
    </>
  );
}
