import { describe, expect, it } from 'vitest';
import { useOutsideDesk } from '#testing/outside-desk.ts';

const { t, page, published } = useOutsideDesk();

describe('the address of an invoice at an outside provider', () => {
  it('asks the provider so often in a minute and no more, and what is refused is in the audit trail', async () => {
    const { id, token } = await published();
    const statuses: number[] = [];
    for (let n = 0; n < 32; n += 1) statuses.push((await page(token)).status);
    expect(statuses).toEqual([...Array(30).fill(200), 429, 429]);
    const refused = await t.current.deps.database.query(
      `select entity, field, new_value from audit_events
        where action = 'limit_refused' and entity_id = $1 order by id`,
      [id],
    );
    const entry = { entity: 'invoice', field: 'getPayPage' };
    expect(refused).toEqual([1, 2].map((n) => ({ ...entry, new_value: { attempts_this_hour: n } })));
  });
});
