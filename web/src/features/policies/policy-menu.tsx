import type { Policy } from '@ledgerline/contract/policies/endpoints';
import { ActionIcon, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconDotsVertical, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { DeleteDialog } from '../../components/ui/delete-dialog.tsx';
import { usePolicyWrites } from './api.ts';
import { RenewalBadge } from './policy-status-badge.tsx';
import { RenewalDialog } from './renewal-dialog.tsx';

/** The dialog of a renewal; each opening starts from the current values. */
function useRenewalDialog(policy: Policy) {
  const [{ opened, count }, setState] = useState({ opened: false, count: 0 });
  return {
    open: () => setState({ opened: true, count: count + 1 }),
    dialog: (
      <RenewalDialog
        key={count}
        policy={policy}
        opened={opened}
        onClose={() => setState({ opened: false, count })}
      />
    ),
  };
}

/** The state of a renewal, which opens its dialog. */
export function RenewalButton({ policy, name }: { policy: Policy; name: string }) {
  const renewal = useRenewalDialog(policy);
  return (
    <>
      <UnstyledButton aria-label={`Renewal: ${name}`} onClick={renewal.open}>
        <RenewalBadge status={policy.renewal_status} />
      </UnstyledButton>
      {renewal.dialog}
    </>
  );
}

/** Renewing and deleting a policy. */
export function PolicyMenu({ policy, name }: { policy: Policy; name: string }) {
  const [deleting, setDeleting] = useState<number>();
  const renewal = useRenewalDialog(policy);
  const { remove } = usePolicyWrites();
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Actions: ${name}`}>
            <IconDotsVertical size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconRefresh size={15} aria-hidden />} onClick={renewal.open}>
            Renewal
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={15} aria-hidden />}
            onClick={() => setDeleting(policy.id)}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {renewal.dialog}
      <DeleteDialog
        id={deleting}
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
        onClose={() => setDeleting(undefined)}
      />
    </>
  );
}
