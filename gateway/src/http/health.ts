// Liveness and readiness (contract 1). Live: the process answers; restart it when it does not. Ready: it can serve;
// otherwise a load balancer sends it nothing. Neither needs a key, so neither may say more than which check failed.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../actions/context.ts';
import { WriteProof } from '../storage/database/write-proof.ts';
import { SchemaProbe } from '../storage/schema/schema-version.ts';
import { liveOperation, readyOperation } from './schemas/schemas.ts';

export function liveRoute(app: FastifyInstance): void {
  app.get('/health/live', { schema: liveOperation }, () => ({ status: 'live' }));
}

export function readyRoute(app: FastifyInstance, context: Context): void {
  const schema = new SchemaProbe(context.sql);
  const writes = new WriteProof(context.sql);
  let stopping = false;
  // Runs first when the app is told to close, while connections are still served.
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.get('/health/ready', { schema: readyOperation }, async (_request, reply) => {
    const [fits, isWritable] = await Promise.all([schema.fits(), writes.isProven()]);
    const checks = {
      database: fits !== null,
      writes: isWritable,
      migrations: fits === true,
      stopping,
      lateLoops: [...context.pulses].filter((pulse) => pulse.isLate()).map((pulse) => pulse.loop),
    };
    const ready =
      checks.database && checks.writes && checks.migrations && !stopping && checks.lateLoops.length === 0;
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks });
  });
}
