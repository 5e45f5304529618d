import { createLog, stabilizeConsole } from '../log.ts';

stabilizeConsole();
const log = createLog('info');
for (let line = 0; line < 1000; line += 1) log.info({ line }, 'x'.repeat(4000));
console.log('for people');
setTimeout(() => process.exit(7), 100);
