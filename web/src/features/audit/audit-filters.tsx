import {
  ACTION_GROUP_NAMES,
  ACTION_GROUPS,
  AUDIT_RECORD_TYPE_NAMES,
  AUDIT_RECORD_TYPES,
} from '@ledgerline/contract/audit/actions';
import type { AuditFilter } from '@ledgerline/contract/audit/endpoints';
import { agentLabel } from '@ledgerline/contract/rules';
import { Button, CloseButton, Input, NativeSelect, Popover, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUser } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { DateInput } from '../../components/ui/date-input.tsx';
import { SearchSelect } from '../../components/ui/search-select.tsx';
import { useAgentNames } from '../../domain/agents/agent-names.ts';
import { ClientSearch } from '../../domain/clients/client-search.tsx';
import styles from './audit.module.css';

interface AuditFiltersProps {
  filter: AuditFilter;
  /** Name of the filtered client, once loaded. */
  clientName: string | null;
  onChange: (change: Partial<AuditFilter>) => void;
}

const ACTIONS = [
  { value: '', label: 'All actions' },
  ...ACTION_GROUP_NAMES.map((value) => ({ value, label: ACTION_GROUPS[value].label })),
];
const RECORD_TYPES = [
  { value: '', label: 'All record types' },
  ...AUDIT_RECORD_TYPE_NAMES.map((value) => ({ value, label: AUDIT_RECORD_TYPES[value].label })),
];

/** Filters by agent, action, client, date and IP address. Every change is stored in the URL. */
export function AuditFilters({ filter, clientName, onChange }: AuditFiltersProps) {
  return (
    <search className={styles.filters} aria-label="Filter the audit log">
      <AgentFilter value={filter.agent} onChange={(agent) => onChange({ agent })} />
      <NativeSelect
        label="Action"
        data={ACTIONS}
        value={filter.act ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ act: ACTION_GROUP_NAMES.find((group) => group === value) })
        }
      />
      <ClientFilter value={filter.client} name={clientName} onChange={(client) => onChange({ client })} />
      <NativeSelect
        label="Record type"
        data={RECORD_TYPES}
        value={filter.thing ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ thing: AUDIT_RECORD_TYPE_NAMES.find((type) => type === value) })
        }
      />
      <DateInput
        label="From"
        value={filter.from ?? null}
        onChange={(day) => onChange({ from: dayOf(day) })}
      />
      <DateInput label="To" value={filter.to ?? null} onChange={(day) => onChange({ to: dayOf(day) })} />
      <AddressFilter value={filter.address ?? ''} onChange={(address) => onChange({ address })} />
    </search>
  );
}

/** Incomplete dates stay in the input only. */
const dayOf = (text: string | null): string | undefined =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined;

function AgentFilter({
  value,
  onChange,
}: {
  value: number | undefined;
  onChange: (id: number | undefined) => void;
}) {
  const { data: agents = [] } = useAgentNames();
  return (
    <SearchSelect
      label="Agent"
      placeholder="All agents"
      clearable
      nothingFoundMessage="No matching agents"
      value={value === undefined ? null : String(value)}
      data={agents.map((agent) => ({ value: String(agent.id), label: agentLabel(agent, agents) }))}
      onChange={(id) => onChange(id === null ? undefined : Number(id))}
    />
  );
}

interface ClientFilterProps {
  value: number | undefined;
  name: string | null;
  onChange: (id: number | undefined) => void;
}

function ClientFilter({ value, name, onChange }: ClientFilterProps) {
  const [opened, popover] = useDisclosure(false);
  const chosen = name ?? (value === undefined ? 'All clients' : `Client ${value}`);
  return (
    <Popover
      opened={opened}
      onChange={popover.toggle}
      onDismiss={popover.close}
      trapFocus
      returnFocus
      width={320}
    >
      <Input.Wrapper label="Client" labelElement="div">
        <Button.Group>
          <Popover.Target>
            <Button
              variant="default"
              fullWidth
              justify="start"
              className={styles.client ?? ''}
              leftSection={<IconUser size={16} aria-hidden />}
              aria-label={`Client: ${chosen}`}
              onClick={popover.toggle}
            >
              {chosen}
            </Button>
          </Popover.Target>
          {value !== undefined && (
            <CloseButton size={36} aria-label="All clients" onClick={() => onChange(undefined)} />
          )}
        </Button.Group>
      </Input.Wrapper>
      <Popover.Dropdown>
        <ClientSearch
          label="Client"
          autoFocus
          failedText="The clients could not be searched."
          onChoose={({ id }) => {
            popover.close();
            onChange(id);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Applied on Enter or blur, when the address is complete. */
function AddressFilter({
  value,
  onChange,
}: {
  value: string;
  onChange: (address: string | undefined) => void;
}) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const commit = () => {
    if (typed.trim() !== value) onChange(typed.trim() || undefined);
  };
  return (
    <TextInput
      label="IP address"
      placeholder="203.0.113.7"
      maxLength={60}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
      }}
    />
  );
}
