import { describe, expect, it } from 'vitest';
import { diskProblems } from './disk-rule.ts';

const FILE = 'server/src/features/documents/service.ts';
const found = (text: string, file = FILE) => diskProblems(file, text).length;

describe('the rule that files are written through host', () => {
  it('reports direct writes, regardless of the form of the import', () => {
    for (const text of [
      "import { writeFile } from 'node:fs/promises';",
      "import { readFile, rename as move } from 'fs/promises';",
      "import {\n  mkdir,\n  copyFile,\n} from 'node:fs/promises';",
      "import { createWriteStream } from 'node:fs';",
      "import { writeFileSync } from 'node:fs';",
      "import { promises } from 'node:fs';",
      "import fs from 'node:fs';",
      "import * as fs from 'node:fs/promises';",
      "export { cp } from 'node:fs/promises';",
      "const fs = await import('node:fs/promises');",
    ]) {
      expect([text, found(text)]).toEqual([text, 1]);
    }
  });

  it('applies to the PostgreSQL launcher too', () => {
    expect(found("import { writeFile } from 'node:fs/promises';", 'postgres/src/cluster.ts')).toBe(1);
  });

  it('allows reads, and writes in host, tests and scripts', () => {
    const writes = "import { writeFile } from 'node:fs/promises';";
    expect(found("import { mkdir, readFile, rm, stat } from 'node:fs/promises';")).toBe(0);
    expect(found("import type { Dirent } from 'node:fs';")).toBe(0);
    for (const file of [
      'host/src/durable.ts',
      'server/src/platform/backup/backup.test.ts',
      'server/src/testing/files.ts',
      'scripts/web-build.ts',
    ]) {
      expect(found(writes, file)).toBe(0);
    }
  });
});
