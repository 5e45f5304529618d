import { randomBytes } from 'node:crypto';
import { createFieldCipher } from '../server/src/platform/secrets/field-cipher.ts';

/** What a window of the ledger would cost if so many of its columns were sealed: `node bench/sealed-window.ts` (decision 067). */
const ROWS = 100;
const ROUNDS = 200;
const cipher = createFieldCipher({
  fieldKeys: [{ id: 'bench', key: randomBytes(32) }],
  tokenSecret: randomBytes(48),
});

for (const columns of [1, 5, 10, 20]) {
  const sealed = Array.from({ length: ROWS * columns }, (_, n) => {
    const place = { table: 'clients', row: n, field: 'conditions' };
    return { place, text: cipher.encrypt('Hypertension, takes lisinopril 10 mg daily', place) };
  });
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now();
    for (const { place, text } of sealed) cipher.decrypt(text, place);
    times.push(performance.now() - begun);
  }
  times.sort((one, other) => one - other);
  const at = (part: number) => (times[Math.floor(ROUNDS * part)] ?? 0).toFixed(2);
  console.log(`${ROWS} rows, ${columns} columns: median ${at(0.5)} ms, 95 % ${at(0.95)} ms`);
}
