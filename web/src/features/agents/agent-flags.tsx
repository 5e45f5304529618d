import type { Agent } from '@ledgerline/contract/agents/endpoints';
import { Group, Text } from '@mantine/core';
import { WordBadge } from '../../components/ui/word-badge.tsx';

export type Flag = 'is_advisor' | 'is_owner' | 'is_developer' | 'has_all_staff_access';

interface FlagWords {
  flag: Flag;
  label: string;
  /** What it allows (1§6). */
  meaning: string;
  hue: string;
}

export const FLAGS: readonly FlagWords[] = [
  { flag: 'is_advisor', label: 'Advisor', meaning: 'Can sign documents', hue: 'blue' },
  { flag: 'is_owner', label: 'Owner', meaning: 'Highest privilege', hue: 'violet' },
  { flag: 'is_developer', label: 'Developer', meaning: 'Can manage the system', hue: 'gray' },
  {
    flag: 'has_all_staff_access',
    label: 'All staff access',
    meaning: 'Sees all agents and these access levels',
    hue: 'green',
  },
];

export function AgentFlags({ agent }: { agent: Pick<Agent, Flag> }) {
  const held = FLAGS.filter(({ flag }) => agent[flag]);
  if (held.length === 0) return <Text c="dimmed">–</Text>;
  return (
    <Group gap={4}>
      {held.map(({ flag, label, hue }) => (
        <WordBadge key={flag} hue={hue}>
          {label}
        </WordBadge>
      ))}
    </Group>
  );
}
