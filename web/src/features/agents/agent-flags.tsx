import { AGENT_FLAGS, type AgentFlag, type AgentFlags as Flags } from '@ledgerline/contract/rules';
import { Group, Text } from '@mantine/core';
import { LabelBadge } from '../../components/ui/label-badge.tsx';

interface FlagText {
  label: string;
  /** Explains what the flag allows (1§6). */
  meaning: string;
  hue: string;
}

const FLAG_TEXTS: Record<AgentFlag, FlagText> = {
  is_advisor: { label: 'Advisor', meaning: 'Can sign documents', hue: 'blue' },
  is_owner: { label: 'Owner', meaning: 'Highest privilege', hue: 'violet' },
  is_developer: { label: 'Developer', meaning: 'Can manage the system', hue: 'gray' },
  has_all_staff_access: {
    label: 'All staff access',
    meaning: 'Sees all agents and their access levels',
    hue: 'green',
  },
};
export const FLAGS = AGENT_FLAGS.map((flag) => ({ flag, ...FLAG_TEXTS[flag] }));

export function AgentFlags({ agent }: { agent: Flags }) {
  const granted = FLAGS.filter(({ flag }) => agent[flag]);
  if (granted.length === 0)
    return (
      <Text inherit c="dimmed">
        Agent
      </Text>
    );
  return (
    <Group gap={4}>
      {granted.map(({ flag, label, hue }) => (
        <LabelBadge key={flag} hue={hue}>
          {label}
        </LabelBadge>
      ))}
    </Group>
  );
}
