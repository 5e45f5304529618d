import { agentLabel } from '@ledgerline/contract/rules';
import { Select, type SelectProps } from '@mantine/core';
import { useAgentNames } from './agent-names.ts';

/** What stands for no agent at all. */
export type Successor = number | 'nobody';

interface AgentSelectProps extends Pick<SelectProps, 'label' | 'description' | 'error' | 'required'> {
  value: Successor | null;
  /** Not to choose from: who leaves. */
  except?: number;
  onChange: (chosen: Successor) => void;
  'data-autofocus'?: boolean;
}

/** One of the agents, or nobody. */
export function AgentSelect({ value, except, onChange, error, ...input }: AgentSelectProps) {
  const { data: agents = [], isError, isPending } = useAgentNames();
  return (
    <Select
      {...input}
      placeholder={isPending ? 'Loading agents…' : 'Choose an agent'}
      error={isError ? 'The agents could not be loaded. Close this and try again.' : error}
      searchable
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
}
