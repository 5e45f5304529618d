import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** The status object of 1§3; values that identify the host are null for callers without an agent token (decisions B9). */
const statusSchema = z.object({
  success: z.literal(true),
  overallHealth: z.string(),
  responseTime: z.number(),
  timestamp: z.string(),
  /** Warnings about this installation for agents, as sentences; empty for callers without an agent token. */
  notices: z.array(z.string()).default([]),
  /** Queued work: the number per kind; empty for callers without an agent token. */
  queues: z.array(z.object({ name: z.string(), waiting: z.number() })).default([]),
  system: z.object({
    resources: z.object({
      cpu: z.object({ load: z.array(z.number()), cores: z.number(), model: z.string().nullable() }),
      memory: z.object({ usage: z.string(), used: z.string(), total: z.string() }),
      /** The fullest disk that the server writes to; null where the system does not report it. */
      disk: z.object({ usage: z.string(), used: z.string(), total: z.string() }).nullable().default(null),
      uptime: z.object({ formatted: z.string() }),
      platform: z.object({
        type: z.string(),
        release: z.string().nullable(),
        arch: z.string(),
        hostname: z.string().nullable(),
      }),
    }),
  }),
  api: z.object({
    process: z.object({
      pid: z.number().nullable(),
      version: z.string().nullable(),
      platform: z.string(),
      memory: z.object({ used: z.string(), total: z.string(), external: z.string() }),
      uptime: z.object({ formatted: z.string() }),
    }),
    health: z.object({ environment: z.string(), version: z.string() }),
  }),
});
export type SystemStatus = z.output<typeof statusSchema>;

export const getStatus = endpoint('GET /status', 'optional_agent', {
  summary: 'Get the health of the process and the machine',
  reply: statusSchema,
});
