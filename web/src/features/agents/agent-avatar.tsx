import type { Agent } from '@ledgerline/contract/agents/endpoints';
import type { CSSProperties } from 'react';
import styles from './agents-table.module.css';

/** Initials in the agent's own color; decorative, because the name is next to it. */
export function AgentAvatar({ agent }: { agent: Pick<Agent, 'id' | 'first_name' | 'last_name'> }) {
  const style: CSSProperties & { '--hue': number } = { '--hue': (agent.id * 137) % 360 };
  const letters = [agent.first_name, agent.last_name].map((name) => [...name.trim()][0] ?? '');
  return (
    <span className={styles.avatar} style={style} aria-hidden>
      {letters.join('').toUpperCase() || '?'}
    </span>
  );
}
