import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { expectPdf, expectRejected, type SuiteTools } from './suite-tools.ts';

/** Templates, their previews, and envelopes created from them. */
export function describeTemplates(name: string, t: SuiteTools): void {
  describe(`templates of ${name}`, () => {
    it('are listed once each, with a name and a version that is stable while nothing changes', async () => {
      const [first, second] = [await t.w.esign.listTemplates(), await t.w.esign.listTemplates()];
      const ids = first.map(({ id }) => id);
      expect(ids).toEqual(expect.arrayContaining(Object.values(t.w.templates)));
      expect(new Set(ids).size).toBe(ids.length);
      for (const { name: title, version } of first) expect([title, version]).not.toContain('');
      const byId = (list: typeof first) => list.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      expect(byId(second)).toEqual(byId(first));
    });

    it('have their options, their signers in order and a preview of each document', async () => {
      const { both, clientOnly } = t.w.templates;
      const template = await t.w.esign.template(both);
      expect(template.id).toBe(both);
      expect(template.recipients).toEqual(['advisor', 'client']);
      expect((await t.w.esign.template(clientOnly)).recipients).toEqual(['client']);
      expect(template.tabs.checkboxTabs).toContainEqual({ tabLabel: t.w.options.checkbox });
      const list = template.tabs.listTabs.find(({ tabLabel }) => tabLabel === t.w.options.list);
      expect(list?.listItems).toContain(t.w.options.item);
      const summary = (await t.w.esign.listTemplates()).find(({ id }) => id === both);
      expect({ name: template.name, version: template.version }).toEqual({
        name: summary?.name,
        version: summary?.version,
      });
      expect(template.documents.length).toBeGreaterThan(0);
      for (const { documentId, name: file } of template.documents) {
        expect(file).toMatch(/^[^/\\]+\.pdf$/);
        expectPdf(await t.w.esign.templateDocument(both, documentId));
      }
    });

    it('have a new version after a change', async () => {
      const { changing } = t.w.templates;
      const before = await t.w.esign.template(changing);
      expect(before.tabs.checkboxTabs).toHaveLength(1);
      t.w.later();
      await t.w.changeTemplate();
      const after = await t.w.esign.template(changing);
      expect([after.id, after.name]).toEqual([before.id, before.name]);
      expect(after.version).not.toBe(before.version);
      expect(after.tabs.checkboxTabs).toEqual([]);
    });

    it('return not_found when they do not exist', async () => {
      const id = randomUUID();
      await expectRejected(t.w.esign.template(id), 'not_found');
      await expectRejected(t.w.esign.templateDocument(id, '1'), 'not_found');
      await expectRejected(t.w.esign.templateDocument(t.w.templates.both, '77'), 'not_found');
      await expectRejected(t.w.esign.createEnvelope(t.inputFor(id)), 'not_found');
    });
  });

  describe(`creating an envelope with ${name}`, () => {
    it('creates one per key, also for concurrent calls, and a new one for another key', async () => {
      const input = t.inputFor(t.w.templates.both);
      const created = await Promise.all(Array.from({ length: 5 }, () => t.w.esign.createEnvelope(input)));
      const again = await t.w.esign.createEnvelope({ ...input, subject: 'Different wording' });
      expect(new Set([...created, again].map(({ envelopeId }) => envelopeId)).size).toBe(1);
      const other = await t.w.esign.createEnvelope({ ...input, idempotencyKey: randomUUID() });
      expect(other.envelopeId).not.toBe(again.envelopeId);
    });

    it('sends it at once, without signatures', async () => {
      const created = await t.w.esign.createEnvelope(t.inputFor(t.w.templates.both));
      expect(created).toMatchObject({
        status: 'sent',
        signers: [
          { role: 'advisor', status: 'waiting', signedAt: null },
          { role: 'client', status: 'waiting', signedAt: null },
        ],
        completedAt: null,
        voidedAt: null,
      });
      expect(created.asOf.getTime()).toBeLessThanOrEqual(t.w.now().getTime());
    });

    it('fills in known values and preselected options', async () => {
      const { checkbox, otherCheckbox, list, item } = t.w.options;
      const choices = {
        checkboxTabs: { [checkbox]: true, 'No such box': true },
        listTabs: { [list]: item, 'No such list': 'x' },
      };
      const { envelopeId } = await t.w.esign.createEnvelope(t.inputFor(t.w.templates.both, { choices }));
      expect(await t.w.shown(envelopeId, 'client', 'client_first_name')).toBe('Ñandú');
      const { choices: knownChoices } = await t.statusLater(envelopeId);
      expect(knownChoices.checkboxTabs).toMatchObject({ [checkbox]: true, [otherCheckbox]: false });
      expect(knownChoices.listTabs[list]).toBe(item);
    });

    it('rejects it when a signer is missing', async () => {
      const [advisor, client] = t.w.people;
      if (!advisor || !client) throw new Error('the world needs two people');
      const { both } = t.w.templates;
      const message = 'The document needs the name of the client.';
      await expectRejected(
        t.w.esign.createEnvelope(t.inputFor(both, { people: [advisor] })),
        'invalid',
        message,
      );
      const nameless = [advisor, { ...client, name: ' ' }];
      await expectRejected(
        t.w.esign.createEnvelope(t.inputFor(both, { people: nameless })),
        'invalid',
        message,
      );
    });

    it('accepts signers without an address, and long and unusual names', async () => {
      const people = t.w.people.map((person) => ({ ...person, email: null, name: `Zoë ${'ß'.repeat(95)}` }));
      const { envelopeId } = await t.w.esign.createEnvelope(t.inputFor(t.w.templates.both, { people }));
      await t.w.sign(envelopeId, 'advisor');
      await t.w.sign(envelopeId, 'client');
      expect((await t.statusLater(envelopeId)).status).toBe('completed');
    });
  });
}
