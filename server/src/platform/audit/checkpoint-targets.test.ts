import { expect, it } from 'vitest';
import { readCheckpointTargets } from './checkpoint-targets.ts';

it.each([
  ['', []],
  ['/mnt/heads.jsonl', [{ kind: 'file', path: '/mnt/heads.jsonl' }]],
  [
    's3, s3://bucket/folder',
    [
      { kind: 's3', bucket: null, folder: '' },
      { kind: 's3', bucket: 'bucket', folder: 'folder/' },
    ],
  ],
  [
    'mailto:owners,mailto:notary@example.com',
    [
      { kind: 'mail', to: null },
      { kind: 'mail', to: 'notary@example.com' },
    ],
  ],
  ['heads.jsonl', null],
  ['ftp://host/heads', null],
  ['mailto:no-address', null],
])('reads %j', (text, targets) => {
  expect(readCheckpointTargets(text)).toEqual(targets);
});
