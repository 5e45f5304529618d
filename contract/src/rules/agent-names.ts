/** The fields of an agent that every other agent can see. */
export interface NamedAgent {
  id: number;
  username: string;
  first_name: string;
  last_name: string;
}

const fullName = ({ first_name, last_name }: NamedAgent): string => `${first_name} ${last_name}`.trim();
const key = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** The agents by name. */
interface AgentIndex {
  /** By number, username, label and full name: the order in which a text is looked up. */
  byText: readonly ReadonlyMap<string, readonly NamedAgent[]>[];
  labels: ReadonlyMap<number, string>;
}

/** Built once for a list, however many cells of a file are parsed with it. */
const indexes = new WeakMap<readonly NamedAgent[], AgentIndex>();

function indexOf(agents: readonly NamedAgent[]): AgentIndex {
  const index = indexes.get(agents) ?? buildIndex(agents);
  indexes.set(agents, index);
  return index;
}

function buildIndex(agents: readonly NamedAgent[]): AgentIndex {
  const numbers = grouped(agents, ({ id }) => String(id));
  const usernames = grouped(agents, ({ username }) => username);
  const fullNames = grouped(agents, fullName);
  const labelOf = (agent: NamedAgent) => {
    const name = fullName(agent);
    const called = [numbers, usernames, fullNames].flatMap((names) => names.get(key(name)) ?? []);
    return called.every(({ id }) => id === agent.id) ? name : `${name} (${agent.username})`;
  };
  const labels = new Map(agents.map((agent) => [agent.id, labelOf(agent)]));
  const byLabel = grouped(agents, ({ id }) => labels.get(id) ?? '');
  return {
    byText: [numbers, usernames, byLabel, fullNames],
    labels,
  };
}

function grouped(
  agents: readonly NamedAgent[],
  name: (agent: NamedAgent) => string,
): ReadonlyMap<string, readonly NamedAgent[]> {
  return Map.groupBy(agents, (agent) => key(name(agent)));
}

/** The full name, followed by the username where the name is ambiguous: every label can be parsed again. */
export function agentLabel(agent: NamedAgent, agents: readonly NamedAgent[]): string {
  return indexOf(agents).labels.get(agent.id) ?? fullName(agent);
}

/** The label of an agent; a number if the agent no longer exists. */
export function agentLabelOf(id: number, agents: readonly NamedAgent[]): string {
  return indexOf(agents).labels.get(id) ?? `Agent ${id}`;
}

/**
 * The agent that a text names, or an error sentence. A number is tried first, then usernames, labels and full names; a name that matches
 * several agents is rejected.
 */
export function readAgent(
  text: string,
  agents: readonly NamedAgent[],
): { ok: true; value: number } | { ok: false; message: string } {
  const wanted = key(text);
  for (const names of indexOf(agents).byText) {
    const [agent, ...others] = names.get(wanted) ?? [];
    if (agent && others.length === 0) return { ok: true, value: agent.id };
    if (agent) return { ok: false, message: ambiguousNameMessage([agent, ...others]) };
  }
  return { ok: false, message: `must be an agent’s name, username or number; no agent matches “${text}”` };
}

/** How to distinguish agents with the same name: by username, or by number where usernames are ambiguous too. */
function ambiguousNameMessage(agents: readonly NamedAgent[]): string {
  const usernames = agents.map(({ username }) => username);
  const isClear = new Set(usernames.map(key)).size === agents.length;
  const ways = isClear ? usernames : agents.map(({ id }) => id);
  return `matches ${agents.length} agents; use a ${isClear ? 'username' : 'number'}: ${ways.join(', ')}`;
}
