/** SQL: what agents call the submission `f` (contract `agentNameOf`). */
export const AGENTS_NAME = `coalesce(nullif(f.form_name_agent, ''), f.title)`;

/** SQL: what agents call what the secure link `l` leads to: its form, or what its session is for. */
export const AGENTS_NAME_OF_LINK = `coalesce((select nullif(f.form_name_agent, '') from session_forms f where f.id = l.session_form_id), l.title)`;
