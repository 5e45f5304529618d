import { and, eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first, stored } from '#platform/database/rows.ts';
import { rememberedDevices } from '../schema.ts';

export type DeviceRow = typeof rememberedDevices.$inferSelect;

const isOf = (agentId: number, id: number) =>
  and(eq(rememberedDevices.agent_id, agentId), eq(rememberedDevices.id, id));

/** Locked until the transaction ends, so that a cookie is used once; undefined for the device of another agent. */
export function lockDevice(db: Database, agentId: number, id: number): Promise<DeviceRow | undefined> {
  return first(db.orm.select().from(rememberedDevices).where(isOf(agentId, id)).for('update'));
}

export function findDevice(db: Database, agentId: number, id: number): Promise<DeviceRow | undefined> {
  return first(db.orm.select().from(rememberedDevices).where(isOf(agentId, id)));
}

/** Those that are still valid, last used first. */
export function listDevices(db: Database, agentId: number, now: Date): Promise<DeviceRow[]> {
  return db.query(
    `select * from remembered_devices where agent_id = $1 and expires_at > $2
      order by coalesce(last_used_at, created_at) desc, id desc`,
    [agentId, now],
  );
}

/** Stores a device and deletes the least recently used ones beyond `most`. */
export async function insertDevice(
  db: Database,
  row: Omit<typeof rememberedDevices.$inferInsert, 'id'>,
  most: number,
): Promise<DeviceRow> {
  const device = await stored(db.orm.insert(rememberedDevices).values(row).returning());
  await db.query(
    `delete from remembered_devices where id in (
       select id from remembered_devices where agent_id = $1 and id <> $2
        order by coalesce(last_used_at, created_at) desc, id desc offset $3)`,
    [row.agent_id, device.id, most - 1],
  );
  return device;
}

export async function recordDeviceUse(
  db: Database,
  id: number,
  use: Pick<DeviceRow, 'secret_fingerprint' | 'last_used_at' | 'user_agent'>,
): Promise<void> {
  await db.orm.update(rememberedDevices).set(use).where(eq(rememberedDevices.id, id));
}

/** The deleted row; undefined if the agent has no such device. */
export function deleteDevice(db: Database, agentId: number, id: number): Promise<DeviceRow | undefined> {
  return first(db.orm.delete(rememberedDevices).where(isOf(agentId, id)).returning());
}

/** Forgets every device of an agent: the next sign-in needs two-factor authentication again; returns how many. */
export async function deleteDevicesOf(db: Database, agentId: number): Promise<number> {
  const gone = await db.query('delete from remembered_devices where agent_id = $1 returning id', [agentId]);
  return gone.length;
}

export async function deleteAllDevices(db: Database): Promise<void> {
  await db.query('delete from remembered_devices');
}

export async function deleteExpiredDevices(db: Database, now: Date): Promise<void> {
  await db.query('delete from remembered_devices where expires_at <= $1', [now]);
}
