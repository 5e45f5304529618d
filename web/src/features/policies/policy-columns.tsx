import type { PolicySort } from '@ledgerline/contract/lists';
import type { ListedPolicy } from '@ledgerline/contract/policies/endpoints';
import { dateShort } from '@ledgerline/contract/rules';
import { Text, VisuallyHidden } from '@mantine/core';
import type { Column } from '../../components/ui/data-table.tsx';
import { AnchorLink } from '../../components/ui/link.tsx';
import { lineText, needsRenewal, policyName, premiumText } from './policy-display.ts';
import { type PolicyActions, PolicyMenu, RenewalButton } from './policy-menu.tsx';
import { PolicyStatusBadge } from './policy-status-badge.tsx';

const clientOf = ({ client_id }: ListedPolicy) =>
  ({ to: '/crm/clients/$clientId', params: { clientId: String(client_id) } }) as const;

/** The policy's client as a link to their page. */
export function PolicyClient({ policy }: { policy: ListedPolicy }) {
  return <AnchorLink {...clientOf(policy)}>{policy.client_name || 'Unnamed client'}</AnchorLink>;
}

/** Distinguishes the actions of different rows. */
export const nameIn = (policy: ListedPolicy): string => `${policyName(policy)}, ${policy.client_name}`;

const date = (day: string | null) => day && <span className="tabular">{dateShort(day)}</span>;

/** The columns of the list on wide screens; `today` is the day at the brokerage. */
export function policyColumns(today: string, actions: PolicyActions): Column<ListedPolicy, PolicySort>[] {
  return [
    {
      ...{ id: 'client', sort: 'client', header: 'Client', width: '14%' },
      cell: (policy) => <PolicyClient policy={policy} />,
    },
    {
      ...{ id: 'carrier', sort: 'carrier', header: 'Policy', width: '17%' },
      cell: (policy) => <span title={policyName(policy)}>{policyName(policy)}</span>,
    },
    { id: 'line', sort: 'line', header: 'Line', width: '18%', cell: lineText },
    {
      ...{ id: 'status', sort: 'status', header: 'Status', width: '8%' },
      cell: (policy) => <PolicyStatusBadge policy={policy} today={today} />,
    },
    {
      ...{ id: 'premium', sort: 'premium', header: 'Client pays', width: '11%', align: 'right' },
      cell: (policy) => <span className="tabular">{premiumText(policy) ?? <Dash />}</span>,
    },
    {
      ...{ id: 'effective_date', sort: 'effective_date', header: 'Effective', width: '9.5%' },
      cell: ({ effective_date }) => date(effective_date) ?? <Dash />,
    },
    {
      ...{ id: 'end_date', sort: 'end_date', header: 'Ends', width: '9.5%' },
      cell: ({ end_date }) => date(end_date) ?? <Dash />,
    },
    {
      ...{ id: 'renewal', header: 'Renewal', width: '9%' },
      cell: (policy) =>
        needsRenewal(policy, today) || policy.renewal_status !== 'to_contact' ? (
          <RenewalButton policy={policy} name={nameIn(policy)} onRenew={actions.onRenew} />
        ) : (
          <Dash />
        ),
    },
    {
      ...{ id: 'actions', header: <VisuallyHidden>Actions</VisuallyHidden>, width: 56 },
      cell: (policy) => <PolicyMenu policy={policy} name={nameIn(policy)} {...actions} />,
    },
  ];
}

function Dash() {
  return (
    <Text span inherit c="dimmed">
      —
    </Text>
  );
}
