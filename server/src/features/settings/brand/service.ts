import { createHash } from 'node:crypto';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import type {
  Brand,
  BrandBody,
  updateBrand as updateEndpoint,
} from '@ledgerline/contract/settings/endpoints';
import { MAX_LOGO_BYTES, MAX_LOGO_HEIGHT, MAX_LOGO_WIDTH } from '@ledgerline/contract/settings/endpoints';
import { auditChanges, changesTo } from '#platform/audit/changes.ts';
import type { AgentActor, Context, Deps } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { readPng } from '#platform/images/read-png.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;

/** Other servers show a change after this time. */
const REMEMBERED_MS = 5_000;
const NO_BRAND: Brand = { color: null, phone: null, logo: null };

export async function getBrand(ctx: Ctx): Promise<ReplyOf<typeof updateEndpoint>> {
  return { success: true, data: await readBrand(ctx) };
}

/** The color, the phone number and the logo of the brokerage; nothing until it is set. */
export async function readBrand({ db }: Pick<Context, 'db'>): Promise<Brand> {
  const row = await repository.findBrand(db);
  if (!row) return NO_BRAND;
  return { color: row.brand_color, phone: row.brand_phone, logo: row.brand_logo_info };
}

export async function updateBrand(ctx: Ctx, body: BrandBody): Promise<ReplyOf<typeof updateEndpoint>> {
  const before = await readBrand(ctx);
  const { color, phone } = body;
  const logo = typeof body.logo === 'string' ? storedLogo(body.logo) : body.logo;
  await repository.saveBrand(ctx.db, {
    ...(color === undefined ? {} : { brand_color: color }),
    ...(phone === undefined ? {} : { brand_phone: phone }),
    ...(logo === undefined ? {} : { brand_logo: logo?.content ?? null, brand_logo_info: logo?.info ?? null }),
    updated_by: ctx.actor.id,
    updated_at: ctx.deps.clock.now(),
  });
  const after = await readBrand(ctx);
  await auditChanges(ctx, 'global_settings', auditOf(before), changesTo(auditOf(before), auditOf(after)));
  await ctx.db.afterTransaction(async () => {
    known.delete(ctx.deps.database);
  });
  return { success: true, data: after };
}

/** The name contains a digest of the content: everyone who has it may see the image, and it never changes. */
function storedLogo(base64: string) {
  const { bytes, width, height } = readPng('logo', base64, {
    max_width: MAX_LOGO_WIDTH,
    max_height: MAX_LOGO_HEIGHT,
    max_bytes: MAX_LOGO_BYTES,
  });
  const name = `logo-${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.png`;
  return { content: bytes.toString('base64'), info: { path: `/api/brand/${name}`, width, height } };
}

const auditOf = ({ color, phone, logo }: Brand) => ({
  brand_color: color,
  brand_phone: phone,
  brand_logo: logo?.path.split('/').at(-1) ?? null,
});

/** The image itself; null without a logo. */
export async function readLogo({ db }: Pick<Context, 'db'>): Promise<Buffer | null> {
  return (await readServedLogo(db))?.bytes ?? null;
}

/** The image with its address. */
export async function readServedLogo(db: Database): Promise<{ bytes: Buffer; path: string } | null> {
  const row = await repository.findLogo(db);
  if (!row?.brand_logo || !row.brand_logo_info) return null;
  return { bytes: Buffer.from(row.brand_logo, 'base64'), path: row.brand_logo_info.path };
}

/** For providers, which know no features. */
export const BRAND_OF_DATABASE = { readLogo: (db: Database) => readLogo({ db }) };

const known = new WeakMap<object, { brand: Brand; until: number }>();

/** The brand for pages, without a query for each; the last known one while the database does not respond. */
export async function brandForPages({ database, log }: Pick<Deps, 'database' | 'log'>): Promise<Brand> {
  const last = known.get(database);
  if (last && performance.now() < last.until) return last.brand;
  const brand = await readBrand({ db: database }).catch((error: unknown) => {
    log.warn({ err: error }, 'the brand could not be read');
    return last?.brand ?? NO_BRAND;
  });
  known.set(database, { brand, until: performance.now() + REMEMBERED_MS });
  return brand;
}
