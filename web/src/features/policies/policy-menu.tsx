import type { Policy } from '@ledgerline/contract/policies/endpoints';
import { ActionIcon, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconDotsVertical, IconPercentage, IconRefresh, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { DeleteDialog } from '../../components/ui/delete-dialog.tsx';
import { isOwner, signedInAgent } from '../../lib/sign-in.ts';
import { usePolicyWrites } from './api.ts';
import { policyName } from './policy-display.ts';
import { RenewalBadge } from './policy-status-badge.tsx';
import { RenewalDialog } from './renewal-dialog.tsx';

const CommissionDialog = lazy(async () => ({
  default: (await import('../../domain/commissions/policy-commission-dialog.tsx')).PolicyCommissionDialog,
}));

/** Opens the dialogs of a policy. */
export interface PolicyActions {
  onRenew: (policy: Policy) => void;
  onDelete: (policy: Policy) => void;
  onCommission: (policy: Policy) => void;
}

/** The dialogs of a list of policies, rendered beside the list because a row may leave it while its dialog is open. */
export function usePolicyDialogs() {
  const [renewing, setRenewing] = useState<{ policy: Policy; opened: boolean; count: number }>();
  const [deleting, setDeleting] = useState<{ policy: Policy; opened: boolean }>();
  const [commissioned, setCommissioned] = useState<{ policy: Policy; opened: boolean; count: number }>();
  const { remove } = usePolicyWrites();
  const actions: PolicyActions = {
    onRenew: (policy) => setRenewing({ policy, opened: true, count: (renewing?.count ?? 0) + 1 }),
    onDelete: (policy) => setDeleting({ policy, opened: true }),
    onCommission: (policy) =>
      setCommissioned({ policy, opened: true, count: (commissioned?.count ?? 0) + 1 }),
  };
  const name = deleting && policyName(deleting.policy);
  const dialogs = (
    <>
      {renewing && (
        <RenewalDialog
          key={renewing.count}
          policy={renewing.policy}
          opened={renewing.opened}
          onClose={() => setRenewing({ ...renewing, opened: false })}
        />
      )}
      {commissioned && (
        <Suspense>
          <CommissionDialog
            key={commissioned.count}
            policy={commissioned.policy}
            name={policyName(commissioned.policy)}
            opened={commissioned.opened}
            onClose={() => setCommissioned({ ...commissioned, opened: false })}
          />
        </Suspense>
      )}
      <DeleteDialog
        id={deleting?.opened ? deleting.policy.id : undefined}
        title="Delete Policy"
        question={
          <Text size="sm">
            Delete “{name}”? This cannot be undone. To end a policy and keep it, change its status instead.
          </Text>
        }
        deletion={remove}
        deletedText={`Policy “${name}” was deleted.`}
        failedText={`The policy was not deleted. ${remove.error?.message}`}
        logText="the policy was not deleted"
        onClose={() => setDeleting(deleting && { ...deleting, opened: false })}
      />
    </>
  );
  return { actions, dialogs };
}

interface PolicyActionProps extends Pick<PolicyActions, 'onRenew'> {
  policy: Policy;
  name: string;
}

/** Shows the state of a renewal and opens its dialog. */
export function RenewalButton({ policy, name, onRenew }: PolicyActionProps) {
  return (
    <UnstyledButton aria-label={`Renewal: ${name}`} onClick={() => onRenew(policy)}>
      <RenewalBadge status={policy.renewal_status} />
    </UnstyledButton>
  );
}

/** Renewing and deleting a policy. */
export function PolicyMenu({
  policy,
  name,
  onRenew,
  onDelete,
  onCommission,
}: PolicyActionProps & PolicyActions) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`Actions: ${name}`}>
          <IconDotsVertical size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconRefresh size={15} aria-hidden />} onClick={() => onRenew(policy)}>
          Renewal
        </Menu.Item>
        {isOwner(signedInAgent()) && (
          <Menu.Item
            leftSection={<IconPercentage size={15} aria-hidden />}
            onClick={() => onCommission(policy)}
          >
            Commission
          </Menu.Item>
        )}
        <Menu.Item
          className="danger"
          leftSection={<IconTrash size={15} aria-hidden />}
          onClick={() => onDelete(policy)}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
