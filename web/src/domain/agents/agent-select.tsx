import { agentLabel } from '@ledgerline/contract/rules';
import { type SelectProps, Stack } from '@mantine/core';
import type { Ref } from 'react';
import { LoadAlert } from '../../components/ui/retry-button.tsx';
import { SearchSelect } from '../../components/ui/search-select.tsx';
import { useAgentNames, useLostNames } from './agent-names.ts';

/** The value for "no agent". */
export type AgentChoice = number | 'nobody';

interface AgentSelectProps extends Pick<SelectProps, 'label' | 'description' | 'error' | 'required'> {
  value: AgentChoice | null;
  /** Not selectable: the agent who is leaving. */
  except?: number;
  onChange: (chosen: AgentChoice) => void;
  ref?: Ref<HTMLInputElement>;
  'data-autofocus'?: boolean;
}

/** One of the agents, or unassigned. */
export function AgentSelect({ value, except, onChange, error, ...input }: AgentSelectProps) {
  const { data: agents = [] } = useAgentNames();
  const lost = useLostNames();
  const select = (
    <SearchSelect
      {...input}
      placeholder={agents.length === 0 && !lost ? 'Loading agents…' : 'Choose an agent'}
      error={error}
      allowDeselect={false}
      nothingFoundMessage="No matching agents"
      value={value === null ? null : String(value)}
      data={[
        ...agents
          .filter(({ id }) => id !== except)
          .map((agent) => ({ value: String(agent.id), label: agentLabel(agent, agents) })),
        { value: 'nobody', label: 'Unassigned' },
      ]}
      onChange={(chosen) => {
        if (chosen !== null) onChange(chosen === 'nobody' ? 'nobody' : Number(chosen));
      }}
    />
  );
  return (
    <Stack gap="xs">
      {select}
      {lost && <LoadAlert {...lost} text="The agents could not be loaded." />}
    </Stack>
  );
}
