import { expect, it } from 'vitest';
import { auditOutcome } from './audit-outcome.ts';

it.each(['', 'not JSON', '{"message":"405 Method Not Allowed","statusCode":405,"error":{}}'])(
  'does not treat a failed audit as a clean one: %s',
  (output) => {
    const { lines, exitCode } = auditOutcome(output);
    expect(exitCode).toBe(2);
    expect(lines).toEqual([expect.stringContaining('nothing was checked')]);
  },
);

it('lists a known vulnerability with package, versions and severity', () => {
  const vulnerabilities = {
    a: { severity: 'high', via: [{ title: 'Reads too far' }], range: '<1.2.3' },
    b: { severity: 'high', via: ['a'], range: '*' },
  };
  expect(auditOutcome(JSON.stringify({ auditReportVersion: 2, vulnerabilities }))).toEqual({
    lines: ['a <1.2.3 (high): Reads too far', 'b * (high): through a'],
    exitCode: 1,
  });
});

it('reports the number of packages when no vulnerability is known', () => {
  const answer = { auditReportVersion: 2, vulnerabilities: {}, metadata: { dependencies: { total: 928 } } };
  expect(auditOutcome(JSON.stringify(answer))).toEqual({
    lines: ['No known vulnerabilities in 928 packages.'],
    exitCode: 0,
  });
});
