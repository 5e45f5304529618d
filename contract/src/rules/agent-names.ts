/** An agent as every other one knows him. */
export interface NamedAgent {
  id: number;
  username: string;
  first_name: string;
  last_name: string;
}

const fullName = ({ first_name, last_name }: NamedAgent): string => `${first_name} ${last_name}`.trim();
const key = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** The full name, with the username behind it where several are called so: what is shown can be read again. */
export function agentLabel(agent: NamedAgent, agents: readonly NamedAgent[]): string {
  const name = fullName(agent);
  const isShared = agents.some((other) => other.id !== agent.id && key(fullName(other)) === key(name));
  return isShared ? `${name} (${agent.username})` : name;
}

/** How an agent is shown; a number for one whom nobody knows any more. */
export function agentLabelOf(id: number, agents: readonly NamedAgent[]): string {
  const agent = agents.find((each) => each.id === id);
  return agent ? agentLabel(agent, agents) : `Agent ${id}`;
}

/** The agent that a text names by number, username, full name or label, or a sentence about the text. */
export function readAgent(
  text: string,
  agents: readonly NamedAgent[],
): { ok: true; value: number } | { ok: false; message: string } {
  const wanted = key(text);
  const exact = agents.find(
    (agent) =>
      String(agent.id) === wanted ||
      key(agent.username) === wanted ||
      key(agentLabel(agent, agents)) === wanted,
  );
  if (exact) return { ok: true, value: exact.id };
  const called = agents.filter((agent) => key(fullName(agent)) === wanted);
  if (called.length === 0)
    return { ok: false, message: `must be an agent's name, username or number; nobody here is “${text}”` };
  const usernames = called.map(({ username }) => username).join(', ');
  return { ok: false, message: `fits ${called.length} agents; use a username: ${usernames}` };
}
