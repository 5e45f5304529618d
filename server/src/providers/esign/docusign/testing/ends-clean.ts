import { afterEach, expect } from 'vitest';
import type { DocusignFixture } from './docusign-fixture.ts';

/**
 * After every test: asserts that nothing violated the official contract, DocuSign dropped nothing silently, no envelope was
 * polled too often, and every planned failure occurred.
 */
export function endsClean(docusign: { readonly current: DocusignFixture }): void {
  afterEach(() => {
    const { fake, timing } = docusign.current;
    const { pendingFailures } = fake.http;
    const polled = fake.polling.violations.splice(0);
    const violations = fake.http.violations.splice(0);
    fake.http.clear();
    fake.connect.outbox.length = 0;
    timing.waits.length = 0;
    const left = { violations, polled, pendingFailures, ignored: fake.ignored };
    expect(left).toEqual({ violations: [], polled: [], pendingFailures: 0, ignored: [] });
  });
}
