import { z } from 'zod';
import { invitationSchema } from '../auth/password-links/invitation.ts';
import { doneReply, endpoint, success } from '../endpoint.ts';
import { type AgentFlag, type AgentPrivileges, MIN_PASSWORD_LENGTH } from '../rules.ts';
import { emailSchema, idSchema, textSchema } from '../schemas.ts';

/** The privileges of an agent that a sign-in token contains (0§6). */
export const privilegeFields = {
  is_owner: z.boolean(),
  is_developer: z.boolean(),
  has_all_staff_access: z.boolean(),
} satisfies Record<keyof AgentPrivileges, z.ZodBoolean>;
const flagFields = { is_advisor: z.boolean(), ...privilegeFields } satisfies Record<AgentFlag, z.ZodBoolean>;

/** A staff user as returned by the API: never with a password or hash (decisions A24). */
export const agentSchema = z.object({
  id: z.number(),
  email: z.string(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  ...flagFields,
  client_count: z.number(),
});
/** The fields of an agent that every other agent can see. */
const agentNameSchema = agentSchema.pick({ id: true, username: true, first_name: true, last_name: true });

export type Agent = z.output<typeof agentSchema>;

/** A row of Manage Agents. */
const listedAgentSchema = agentSchema.extend({
  /** The invitation while it is open; otherwise null. */
  invitation: invitationSchema.nullable(),
  /** For owners, as with sign-ins (decision 059); null for other callers. */
  security: z
    .object({
      has_two_factor: z.boolean(),
      /** The last activity in any stored sign-in, to the minute; null if none is stored, for example after a restore. */
      last_seen_at: z.iso.datetime().nullable(),
    })
    .nullable(),
});
export type ListedAgent = z.output<typeof listedAgentSchema>;

export const PASSWORD_TOO_SHORT = `Password must be at least ${MIN_PASSWORD_LENGTH} characters.`;
export const CURRENT_PASSWORD_MISSING = 'Please enter your current password.';
export const CURRENT_PASSWORD_WRONG = 'The current password is incorrect.';
/** Decisions O1. */
export const AGENT_OUTRANKS =
  'This agent has access levels that you do not have, so you cannot change the account.';
export const EMAIL_TAKEN = 'This email is already in use by another agent';
export const USERNAME_TAKEN = 'This username is already in use by another agent';

const required = (label: string) =>
  textSchema(200, `${label} is required`).trim().min(1, `${label} is required`);

export const passwordSchema = z
  .string('Password is required')
  .max(500, 'must be at most 500 characters')
  .min(MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT);

const agentFields = {
  first_name: required('First name'),
  last_name: required('Last name'),
  email: emailSchema(200, 'Email is required').min(1, 'Email is required'),
  username: required('Username'),
  ...z.object(flagFields).partial().shape,
};

/** Created with a password, or with an emailed invitation through which the agent chooses one. */
export const createAgentSchema = z
  .strictObject({ ...agentFields, password: passwordSchema.optional(), invite: z.boolean().optional() })
  .superRefine(({ password, invite }, { addIssue }) => {
    if (password === undefined && !invite) {
      addIssue({ code: 'custom', path: ['password'], message: 'Password is required' });
    }
    if (password !== undefined && invite) {
      addIssue({
        code: 'custom',
        path: ['password'],
        message: 'must be omitted when an invitation is sent',
      });
    }
  });
/** A password in the update payload is ignored (decisions B20); read-only keys of a fetched row are accepted. */
export const updateAgentSchema = z
  .strictObject({
    ...agentFields,
    id: z.unknown().optional(),
    client_count: z.unknown().optional(),
    password: z.unknown().optional(),
  })
  .partial();

export const listAgents = endpoint('GET /agents/list', 'agent_manager', {
  summary:
    'List all agents with the number of clients each created, pending invitations and, for owners, two-factor authentication and last use',
  audit: 'none',
  reply: success({ data: z.array(listedAgentSchema) }),
});

export const listAgentNames = endpoint('GET /agents/names', 'agent', {
  summary: 'List all agents by name, for reassigning clients',
  audit: 'none',
  reply: success({ data: z.array(agentNameSchema) }),
});

export const getAgent = endpoint('GET /agents/:id', 'agent', {
  summary: 'Get one agent: the caller or, for managers, any agent',
  audit: 'none',
  reply: success({ data: agentSchema }),
});

export const checkAgentEmail = endpoint('GET /agents/check-email', 'agent', {
  summary: 'Check whether an email address is available, ignoring one agent',
  query: z.object({ email: emailSchema(200), excludeId: idSchema.optional() }),
  audit: 'none',
  reply: success({ available: z.boolean() }),
});

export const createAgent = endpoint('POST /agents/create', 'agent_manager', {
  summary: 'Create an agent',
  needsReauthentication: true,
  status: 201,
  body: createAgentSchema,
  reply: success({ id: z.number(), data: agentSchema }),
});

export const updateAgent = endpoint('PUT /agents/:id/update', 'agent', {
  summary:
    'Update the caller or, for managers, any agent; a new email address or username requires re-authentication, and a new address must also be confirmed',
  needsReauthentication: true,
  body: updateAgentSchema,
  /** `data` shows the current address until a new one is confirmed; `message` explains how. */
  reply: success({ message: z.string().optional(), data: agentSchema }),
});

export const changeAgentPassword = endpoint('PUT /agents/:id/password', 'agent', {
  summary: 'Change a password (the caller’s own requires the current one); ends the agent’s other sign-ins',
  needsReauthentication: true,
  body: z.strictObject({ password: passwordSchema, current_password: textSchema(500).optional() }),
  reply: doneReply,
  rateLimit: { max: 20, seconds: 900 },
});

export const deleteAgent = endpoint('DELETE /agents/:id', 'agent_manager', {
  summary: 'Delete an agent; the body names who takes over their clients',
  needsReauthentication: true,
  query: z.object({ clients_to: z.union([z.literal('nobody'), idSchema]).optional() }),
  reply: doneReply,
});
