import { afterEach, expect } from 'vitest';
import type { DocusignFixture } from './docusign-fixture.ts';

/**
 * After every test: nothing broke the official contract, DocuSign dropped nothing without a word, no envelope was looked
 * at too often, and every fault met its call.
 */
export function endsClean(docusign: { readonly current: DocusignFixture }): void {
  afterEach(() => {
    const { fake, patience } = docusign.current;
    const { waitingFaults } = fake.http;
    const polled = fake.polling.violations.splice(0);
    const violations = fake.http.violations.splice(0);
    fake.http.forget();
    fake.connect.outbox.length = 0;
    patience.waits.length = 0;
    const left = { violations, polled, waitingFaults, ignored: fake.ignored };
    expect(left).toEqual({ violations: [], polled: [], waitingFaults: 0, ignored: [] });
  });
}
