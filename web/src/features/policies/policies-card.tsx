import type { Policy } from '@ledgerline/contract/policies/endpoints';
import { moneyDisplay } from '@ledgerline/contract/rules';
import { Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AmountEntry } from '../../components/ui/amount-entry.tsx';
import { CardFrame } from '../../components/ui/card-frame.tsx';
import { CardEntry, CardList, EntryButton } from '../../components/ui/card-list.tsx';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { QuietButton } from '../../components/ui/quiet-button.tsx';
import { SecretValue } from '../../components/ui/secret-value.tsx';
import { useClientCommissions } from '../../domain/commissions/use-client-commissions.ts';
import { dayIn } from '../../domain/today.ts';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { clientPoliciesQuery, revealNumber } from './api.ts';
import { type PeopleNames, personText, type Relative } from './covered-people.tsx';
import styles from './policies.module.css';
import { PolicyDialog } from './policy-dialog.tsx';
import { lineText, needsRenewal, policyName, premiumText, termText } from './policy-display.ts';
import { type DocumentDialogs, DocumentLinks } from './policy-documents.tsx';
import { type PolicyActions, PolicyMenu, usePolicyDialogs } from './policy-menu.tsx';
import { PolicyStatusBadge, RenewalBadge } from './policy-status-badge.tsx';

interface PoliciesCardProps extends DocumentDialogs {
  clientId: number;
  /** The people on the client's record. */
  people: PeopleNames;
  /** Clients who are linked to the client. */
  relatives?: readonly Relative[];
  /** The client's documents. */
  documents?: Policy['documents'];
}

/** The policies of one client. Each opens its dialog. */
export function PoliciesCard({
  clientId,
  people,
  relatives = [],
  documents = [],
  renderUpload,
  renderDocument,
}: PoliciesCardProps) {
  const policies = useQuery(clientPoliciesQuery(clientId));
  const commissions = useClientCommissions(clientId);
  const { actions, dialogs } = usePolicyDialogs();
  const [documentId, setDocumentId] = useState<number | null>(null);
  const [dialog, setDialog] = useState<{ policy?: Policy; opened: boolean; count: number }>({
    opened: false,
    count: 0,
  });
  const open = (policy?: Policy) =>
    setDialog({ ...(policy ? { policy } : {}), opened: true, count: dialog.count + 1 });
  return (
    <CardFrame
      title="Policies"
      aside={
        <QuietButton icon={IconPlus} onClick={() => open()}>
          Add Policy
        </QuietButton>
      }
    >
      <Loaded
        query={policies}
        failed="The policies could not be loaded."
        loading={<LoadingRows rows={2} height={44} label="Loading policies" />}
        isInCard
      >
        {(all) =>
          all.length === 0 ? (
            <Text size="sm" c="dimmed">
              No policies yet. Choose “Add Policy” to add the first one.
            </Text>
          ) : (
            <CardList aria-label="Policies" maxHeight="32rem">
              {all.map((policy) => (
                <PolicyRow
                  key={policy.id}
                  policy={policy}
                  people={people}
                  relatives={relatives}
                  commission={commissions.data?.get(policy.id)?.expected_cents}
                  actions={actions}
                  onOpen={() => open(policy)}
                  onOpenDocument={setDocumentId}
                />
              ))}
            </CardList>
          )
        }
      </Loaded>
      {dialogs}
      {documentId !== null && renderDocument(documentId, () => setDocumentId(null))}
      <PolicyDialog
        key={dialog.count}
        clientId={clientId}
        policy={dialog.policy}
        people={people}
        relatives={relatives}
        documents={documents}
        renderUpload={renderUpload}
        carriers={(policies.data ?? []).map(({ carrier }) => carrier)}
        opened={dialog.opened}
        onClose={() => setDialog({ ...dialog, opened: false })}
      />
    </CardFrame>
  );
}

interface PolicyRowProps {
  policy: Policy;
  people: PeopleNames;
  relatives: readonly Relative[];
  /** Expected cents of this month; null or undefined where it is not known or not visible to this agent. */
  commission: number | null | undefined;
  actions: PolicyActions;
  onOpen: () => void;
  onOpenDocument: (id: number) => void;
}

function PolicyRow({
  policy,
  people,
  relatives,
  commission,
  actions,
  onOpen,
  onOpenDocument,
}: PolicyRowProps) {
  const { time_zone } = usePublicSettings();
  const today = dayIn(time_zone);
  const { id, policy_number, renewal_status, documents } = policy;
  const name = policyName(policy);
  const button = (
    <EntryButton onClick={onOpen}>
      <AmountEntry name={name} amount={premiumText(policy)}>
        <PolicyStatusBadge policy={policy} today={today} />
        <span>{lineText(policy)}</span>
        {termText(policy) && <span>{termText(policy)}</span>}
        <span>{coveredText(policy, people, relatives)}</span>
        {commission ? <span>Commission {moneyDisplay(commission)}/month</span> : null}
        {needsRenewal(policy, today) && <RenewalBadge status={renewal_status} />}
      </AmountEntry>
    </EntryButton>
  );
  return (
    <CardEntry>
      {documents.length === 0 ? (
        button
      ) : (
        <div className={styles.linked}>
          {button}
          <DocumentLinks documents={documents} onOpen={onOpenDocument} />
        </div>
      )}
      {policy_number !== '' && (
        <span className={styles.number}>
          <SecretValue fetchValue={() => revealNumber(id)} label={`number of ${name}`} mask={policy_number} />
        </span>
      )}
      <PolicyMenu policy={policy} name={name} {...actions} />
    </CardEntry>
  );
}

/** 'Covers Ana, Luis'; the names of linked clients are those of the household, which follows changes. */
function coveredText(
  { covered, covered_clients }: Policy,
  people: PeopleNames,
  relatives: readonly Relative[],
): string {
  const linked = new Map(relatives.map(({ id, name }) => [id, name]));
  const names = [
    ...covered.map((person) => people[person] || personText(person)),
    ...covered_clients.map(({ id, name }) => (linked.get(id) ?? name) || 'Unnamed client'),
  ];
  return names.length === 0 ? 'Covers no one yet' : `Covers ${names.join(', ')}`;
}
