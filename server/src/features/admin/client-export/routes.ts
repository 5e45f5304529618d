import { Readable } from 'node:stream';
import * as endpoints from '@ledgerline/contract/client-export/endpoints';
import { type Route, streamRoute } from '#platform/http/route.ts';
import { exportClient } from './export-client.ts';

export const clientExportRoutes: Route[] = [
  streamRoute(endpoints.exportClient, async (ctx, { params, body }, { reply }) => {
    const { name, archive } = await exportClient(ctx, params.id, body.secrets);
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Readable.from(archive, { objectMode: false }));
  }),
];
