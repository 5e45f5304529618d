/** SQL: the agents' name for the submission `f` (contract `agentNameOf`). */
export const AGENTS_NAME = `coalesce(nullif(f.form_name_agent, ''), f.title)`;

/** SQL: the agents' name for the target of the secure link `l`: its form, or the purpose of its session. */
export const AGENTS_NAME_OF_LINK = `coalesce((select nullif(f.form_name_agent, '') from session_forms f where f.id = l.session_form_id), l.title)`;
