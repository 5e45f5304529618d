import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { cleanHtml } from './html.ts';

parentPort?.postMessage(z.array(z.string()).parse(workerData).map(cleanHtml));
