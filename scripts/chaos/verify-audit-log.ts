import { execFile } from 'node:child_process';
import path from 'node:path';

const VERIFY = path.resolve(import.meta.dirname, '../verify-audit.ts');

/** Runs npm run audit:verify and returns its findings. */
export function verifyAuditLog(url: string, environment: Record<string, string>): Promise<string[]> {
  const env = { PATH: process.env.PATH, ...environment, DATABASE_URL: url };
  return new Promise((resolve) => {
    execFile(process.execPath, [VERIFY], { env }, (error, stdout, stderr) =>
      resolve(error ? [`audit:verify: ${stderr || stdout}`.trim()] : []),
    );
  });
}
