import { z } from 'zod';
import { answer, endpoint } from '../endpoint.ts';

/** What every page may know before anybody signs in. */
export const publicSettingsSchema = z.object({
  brand: z.string(),
  phone_lookup_url: z.string(),
  card_security_code: z.enum(['keep', 'refuse']),
  time_zone: z.string(),
  /** Where clients reach this installation; null means the address the browser is on (decisions I14). */
  public_url: z.string().nullable(),
});
export type PublicSettings = z.output<typeof publicSettingsSchema>;

export const getPublicSettings = endpoint({
  name: 'getPublicSettings',
  method: 'GET',
  path: '/public-settings',
  access: 'public',
  summary: 'Brand and display settings of this installation',
  reply: answer({ data: publicSettingsSchema }),
});

export const SETTINGS_ENDPOINTS = [getPublicSettings];
