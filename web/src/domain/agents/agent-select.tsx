import { agentLabel } from '@ledgerline/contract/rules';
import { Select, type SelectProps, Stack } from '@mantine/core';
import type { Ref } from 'react';
import { LoadAlert } from '../../components/ui/load-alert.tsx';
import { useAgentNames, useLostNames } from './agent-names.ts';

/** What stands for no agent at all. */
export type Successor = number | 'nobody';

interface AgentSelectProps extends Pick<SelectProps, 'label' | 'description' | 'error' | 'required'> {
  value: Successor | null;
  /** Not to choose from: who leaves. */
  except?: number;
  onChange: (chosen: Successor) => void;
  ref?: Ref<HTMLInputElement>;
  'data-autofocus'?: boolean;
}

/** One of the agents, or nobody. */
export function AgentSelect({ value, except, onChange, error, ...input }: AgentSelectProps) {
  const { data: agents = [] } = useAgentNames();
  const lost = useLostNames();
  const select = (
    <Select
      {...input}
      placeholder={agents.length === 0 && !lost ? 'Loading agents…' : 'Choose an agent'}
      error={error}
      searchable
      // The list would lie over the buttons of a dialog that begins here.
      openOnFocus={false}
      allowDeselect={false}
      nothingFoundMessage="No agent is called so"
      value={value === null ? null : String(value)}
      data={[
        ...agents
          .filter(({ id }) => id !== except)
          .map((agent) => ({ value: String(agent.id), label: agentLabel(agent, agents) })),
        { value: 'nobody', label: 'Nobody' },
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
