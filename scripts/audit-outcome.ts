interface Audit {
  auditReportVersion?: number;
  vulnerabilities?: Record<string, { severity: string; via: (string | { title?: string })[]; range: string }>;
  metadata?: { dependencies?: { total?: number } };
}

/**
 * Formats the output of `npm audit --json`. Exit codes: 0 no known vulnerability, 1 vulnerabilities, 2 no response,
 * which is not a pass.
 */
export function auditOutcome(output: string): { lines: string[]; exitCode: 0 | 1 | 2 } {
  const audit = read(output);
  if (!audit?.auditReportVersion || !audit.vulnerabilities)
    return {
      lines: ['The registry did not return known vulnerabilities: nothing was checked.'],
      exitCode: 2,
    };
  const found = Object.entries(audit.vulnerabilities).map(([name, { severity, via, range }]) => {
    const reasons = via.map((one) =>
      typeof one === 'string' ? `through ${one}` : (one.title ?? 'no title'),
    );
    return `${name} ${range} (${severity}): ${reasons.join('; ')}`;
  });
  if (found.length > 0) return { lines: found, exitCode: 1 };
  const total = audit.metadata?.dependencies?.total;
  return { lines: [`No known vulnerabilities in ${total ?? 'the'} packages.`], exitCode: 0 };
}

function read(output: string): Audit | null {
  try {
    return JSON.parse(output);
  } catch {
    return null;
  }
}
