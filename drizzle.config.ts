import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './server/src/features/**/schema.ts',
    './server/src/platform/*/schema.ts',
    './server/src/providers/*/*/schema.ts',
  ],
  out: './server/migrations',
});
