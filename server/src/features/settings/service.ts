import type { PublicSettings } from '@ledgerline/contract/settings/endpoints';
import type { Context } from '#platform/context.ts';

export async function getPublicSettings(ctx: Context): Promise<{ success: true; data: PublicSettings }> {
  const { BRAND, PHONE_LOOKUP_URL, CARD_SECURITY_CODE, TIME_ZONE, PUBLIC_URL } = ctx.deps.config;
  return {
    success: true,
    data: {
      brand: BRAND,
      phone_lookup_url: PHONE_LOOKUP_URL,
      card_security_code: CARD_SECURITY_CODE,
      time_zone: TIME_ZONE,
      public_url: PUBLIC_URL ?? null,
    },
  };
}
