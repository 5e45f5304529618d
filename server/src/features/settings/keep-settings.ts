import type { BodyOf } from '@ledgerline/contract/endpoint';
import { DEFAULT_EXPIRATION_DAYS, expirationHours } from '@ledgerline/contract/rules';
import type {
  GlobalSettings,
  PublicSettings,
  updateGlobalSettings as updateEndpoint,
} from '@ledgerline/contract/settings/endpoints';
import { auditAct } from '#platform/audit/audit.ts';
import type { AgentActor, Context, Deps } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;

/** What every page may know before anybody signs in. */
export function publicSettings({ config }: Pick<Deps, 'config'>): PublicSettings {
  return {
    brand: config.BRAND,
    phone_lookup_url: config.PHONE_LOOKUP_URL,
    card_security_code: config.CARD_SECURITY_CODE,
    time_zone: config.TIME_ZONE,
    public_url: config.PUBLIC_URL ?? null,
  };
}

export async function getPublicSettings(ctx: Context): Promise<{ success: true; data: PublicSettings }> {
  return { success: true, data: publicSettings(ctx.deps) };
}

export async function getGlobalSettings(ctx: Ctx): Promise<{ success: true; data: GlobalSettings }> {
  return { success: true, data: settingsWith(ctx, await expirationDays(ctx.db)) };
}

export async function updateGlobalSettings(
  ctx: Ctx,
  { default_form_expiration_days: days }: BodyOf<typeof updateEndpoint>,
): Promise<{ success: true; data: GlobalSettings }> {
  const before = await expirationDays(ctx.db);
  await repository.keepExpirationDays(ctx.db, days, {
    updated_by: ctx.actor.id,
    updated_at: ctx.deps.clock.now(),
  });
  if (days !== before) {
    const field = 'default_form_expiration_days';
    await auditAct(ctx, 'updated', 'global_settings', null, { field, old_value: before, new_value: days });
  }
  return { success: true, data: settingsWith(ctx, days) };
}

function settingsWith({ deps }: Ctx, default_form_expiration_days: number): GlobalSettings {
  return { default_form_expiration_days, has_template_library: deps.esign.hasOwnPage };
}

/** How long a link lasts when nobody says otherwise (0§9, decisions F22). */
export async function defaultExpirationHours(db: Database): Promise<number> {
  return expirationHours(await expirationDays(db));
}

async function expirationDays(db: Database): Promise<number> {
  return (await repository.findExpirationDays(db)) ?? DEFAULT_EXPIRATION_DAYS;
}
