import type {
  SignInPolicy,
  TwoFactorMethods as TwoFactorAnswer,
} from '@ledgerline/contract/auth/two-factor/endpoints';
import { type AgentPrivileges, DEFAULT_IDLE_MINUTES, requiresTwoFactor } from '@ledgerline/contract/rules';
import { PASSKEYS_NEED_A_NAME, relyingParty } from '#platform/auth/relying-party.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import * as repository from './repository.ts';

/** The two-factor methods of an agent. */
export interface OwnMethods {
  /** A confirmed one: one of its codes was entered. */
  app: repository.AppRow | null;
  passkeys: repository.PasskeyRow[];
}

export async function twoFactorMethodsOf(db: Database, agentId: number): Promise<OwnMethods> {
  const app = await repository.findApp(db, agentId);
  return {
    app: app?.confirmed_at ? app : null,
    passkeys: await repository.listPasskeys(db, agentId),
  };
}

export function hasTwoFactor({ app, passkeys }: OwnMethods): boolean {
  return app !== null || passkeys.length > 0;
}

/** The passkeys that work at the requested address. */
export function usablePasskeys(ctx: Context, { passkeys }: OwnMethods): repository.PasskeyRow[] {
  const party = relyingParty(ctx);
  return passkeys.filter(({ host }) => host === party?.id);
}

/** The sign-in policy set by owners. */
export async function findSignInPolicy(db: Database): Promise<Required<SignInPolicy>> {
  const rules = await repository.findRules(db);
  return {
    second_factor: rules?.second_factor ?? 'nobody',
    idle_minutes: rules?.idle_minutes ?? DEFAULT_IDLE_MINUTES,
    can_remember_devices: rules?.can_remember_devices ?? true,
  };
}

/** Whether the brokerage requires two-factor authentication of an agent. */
export async function needsTwoFactor(db: Database, agent: AgentPrivileges): Promise<boolean> {
  return requiresTwoFactor((await findSignInPolicy(db)).second_factor, agent);
}

export async function getTwoFactorMethods(
  ctx: Context<AgentActor>,
): Promise<{ success: true; data: TwoFactorAnswer }> {
  const { app, passkeys } = await twoFactorMethodsOf(ctx.db, ctx.actor.id);
  return {
    success: true,
    data: {
      app: app && { created_at: app.created_at.toISOString(), last_used_at: momentOf(app.last_used_at) },
      passkeys: passkeys.map(shownPasskey),
      recovery_codes_left: await repository.countUnusedCodes(ctx.db, ctx.actor.id),
      is_required: await needsTwoFactor(ctx.db, ctx.actor),
      passkey_error: relyingParty(ctx) ? null : PASSKEYS_NEED_A_NAME,
    },
  };
}

export function shownPasskey({ id, name, host, created_at, last_used_at }: repository.PasskeyRow) {
  return { id, name, host, created_at: created_at.toISOString(), last_used_at: momentOf(last_used_at) };
}

const momentOf = (instant: Date | null) => instant?.toISOString() ?? null;
