import type { TodayItem } from '@ledgerline/contract/today/endpoints';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { clientPoliciesQuery } from '../../features/policies/api.ts';
import { RenewalForm } from '../../features/policies/renewal-dialog.tsx';

interface RenewFromTodayProps {
  item: TodayItem;
  onClose: () => void;
}

/** The renewal of a policy that Today lists. */
export function RenewFromToday({ item, onClose }: RenewFromTodayProps) {
  const policies = useQuery(clientPoliciesQuery(item.client_id ?? 0));
  return (
    <GuardedModal opened onClose={onClose} title="Renewal" size="md">
      <Loaded
        query={policies}
        failed="The policy could not be loaded."
        loading={<LoadingRows rows={3} label="Loading the policy" />}
        isInCard
      >
        {(all) => {
          const policy = all.find(({ id }) => id === item.id);
          if (!policy) return <Text size="sm">This policy no longer exists.</Text>;
          return <RenewalForm policy={policy} onDone={onClose} />;
        }}
      </Loaded>
    </GuardedModal>
  );
}
