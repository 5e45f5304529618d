import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { DEFAULT_EXPIRATION_DAYS, expirationHours } from '@ledgerline/contract/rules';
import type {
  GlobalSettings,
  getGlobalSettings as getEndpoint,
  PublicSettings,
} from '@ledgerline/contract/settings/endpoints';
import { auditChanges, changesTo } from '#platform/audit/changes.ts';
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

export async function getGlobalSettings(ctx: Ctx): Promise<ReplyOf<typeof getEndpoint>> {
  return settingsReply(ctx, await settingsOf(ctx.db));
}

export async function updateGlobalSettings(
  ctx: Ctx,
  settings: GlobalSettings,
): Promise<ReplyOf<typeof getEndpoint>> {
  const before = await settingsOf(ctx.db);
  await repository.keepSettings(ctx.db, {
    ...settings,
    updated_by: ctx.actor.id,
    updated_at: ctx.deps.clock.now(),
  });
  await auditChanges(ctx, 'global_settings', before, changesTo(before, settings));
  return settingsReply(ctx, settings);
}

function settingsReply({ deps }: Ctx, settings: GlobalSettings): ReplyOf<typeof getEndpoint> {
  return { success: true, data: { ...settings, has_template_library: deps.esign.hasOwnPage } };
}

/** How long a link lasts when nobody says otherwise (0§9, decisions F22). */
export async function defaultExpirationHours(db: Database): Promise<number> {
  return expirationHours((await settingsOf(db)).default_form_expiration_days);
}

/** While nothing was ever set. */
const DEFAULTS: GlobalSettings = { default_form_expiration_days: DEFAULT_EXPIRATION_DAYS };

async function settingsOf(db: Database): Promise<GlobalSettings> {
  return (await repository.findSettings(db)) ?? DEFAULTS;
}
