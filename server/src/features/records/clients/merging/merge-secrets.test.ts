import { revealClientField } from '@ledgerline/contract/clients/endpoints';
import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import { mergeClients, previewMerge, undoMerge } from '@ledgerline/contract/clients/merging/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { mergedAs } from '#testing/merges.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
type Agent = Awaited<ReturnType<typeof signInAs>>;
let agent: Agent;
beforeAll(async () => {
  agent = await signInAs(t.current);
});

const reveal = async (id: number, field: FieldName) =>
  (await agent.call(revealClientField, { params: { id }, body: { field } })).body.value;

const OLDER = {
  ...{ ssn: '219-09-6789', card_number: '4111111111111111', exp_date: '01/30', cvc: '111' },
  account_number: '000123456789',
};
const NEWER = {
  ...{ ssn: '123-45-6789', card_number: '4012888810001111', exp_date: '02/31', cvc: '222' },
  account_number: '000123456789',
};

describe('secrets that share their last characters', () => {
  it('are compared by their values, which the reply never contains', async () => {
    const ids = [await buildClient(t.current, OLDER), await buildClient(t.current, NEWER)];
    const { body } = await agent.call(previewMerge, { query: { ids: ids.join(',') } });
    expect(body.differing_secrets).toEqual(['ssn', 'card_number', 'cvc']);
    expect(JSON.stringify(body)).not.toMatch(/219-09|123-45|00012345|40128888/);
    const same = [await buildClient(t.current, OLDER), await buildClient(t.current, OLDER)];
    const equal = await agent.call(previewMerge, { query: { ids: same.join(',') } });
    expect(equal.body.differing_secrets).toEqual([]);
    expect(equal.body.choices).toEqual({});
  });

  it('merge together with all fields of their card, and the undo restores its code', async () => {
    const [a, b] = [await buildClient(t.current, OLDER), await buildClient(t.current, NEWER)];
    const { merge_id } = await mergedAs(agent, a, [b], { card_number: b });
    expect([await reveal(a, 'card_number'), await reveal(a, 'cvc')]).toEqual([NEWER.card_number, '222']);
    const undone = await agent.call(undoMerge, { params: { id: merge_id } });
    expect(undone.body.kept_fields).toEqual([]);
    expect([await reveal(a, 'card_number'), await reveal(a, 'cvc')]).toEqual([OLDER.card_number, '111']);
    expect(await reveal(b, 'cvc')).toBe('222');
    const mixed = await agent.call(mergeClients, {
      body: { into: a, others: [b], choices: { card_number: b, cvc: a }, seen: {} },
    });
    expect([mixed.status, mixed.error.code]).toEqual([400, 'validation_failed']);
  });
});
