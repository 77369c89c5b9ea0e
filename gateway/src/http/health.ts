// Liveness and readiness (contract 1). Live: the process answers; restart it when it does not. Ready: it can serve;
// otherwise a load balancer sends it nothing. Neither needs a key, so neither may say more than which check failed.
import { Type } from 'typebox';
import { ServedMerchants } from '../storage/database/served-merchants.ts';
import { SchemaProbe } from '../storage/schema/schema-version.ts';
import { call } from './calls/call.ts';
import type { Example } from './calls/operation.ts';
import { choice } from './schemas/schema-fields.ts';

const checks = (description: string) => Type.Boolean({ description });

const Readiness = Type.Object({
  status: choice(['ready', 'not ready'], 'The result of all checks together.'),
  checks: Type.Object(
    {
      database: checks('The database answers.'),
      writes: checks(
        'The database (on a cluster: one of its nodes) accepted a write within the last second. Its disk has room. At most half of the writes of the last ten seconds ended in unexpected errors.',
      ),
      servedMerchants: Type.Number({
        description:
          'The share of the merchants whose data can be written: usually 1. It is lower while a node of a cluster is down; the merchants on that node get 503.',
      }),
      migrations: checks('This program can work with the schema of the database.'),
      stopping: checks('The process is shutting down.'),
      restored: checks('The database is a restored copy that nobody has accepted yet: payments get 503.'),
      lateLoops: Type.Array(Type.String(), {
        description:
          'Names of background loops of the process that have stopped or are late; empty if the process is ready.',
      }),
    },
    { description: 'The single checks.' },
  ),
});

function readiness(given: {
  database?: boolean;
  writes?: boolean;
  stopping?: boolean;
  restored?: boolean;
  lateLoops?: string[];
}): Example {
  const made = {
    database: true,
    writes: true,
    servedMerchants: given.writes === false ? 0 : 1,
    migrations: true,
    stopping: false,
    restored: false,
    lateLoops: [],
    ...given,
  };
  const status = Object.keys(given).length === 0 ? 'ready' : 'not ready';
  const summary = made.stopping
    ? 'The process is stopping'
    : made.database
      ? 'Ready'
      : 'The database is unavailable';
  return { summary, value: { status, checks: made } };
}

export const liveCall = call({
  address: 'GET /health/live',
  operationId: 'live',
  tags: ['Service'],
  summary: 'Liveness',
  description: 'Shows that the process answers.',
  access: 'open',
  answers: {
    200: {
      description: 'The process answers.',
      schema: Type.Object({ status: choice(['live'], 'Always the same value.') }),
      examples: { live: { summary: 'The process answers', value: { status: 'live' } } },
    },
  },
  handle: () => ({ status: 'live' }),
});

export const readyCall = call({
  address: 'GET /health/ready',
  operationId: 'ready',
  tags: ['Service'],
  summary: 'Readiness',
  description: 'Whether the process can handle requests: for load balancers.',
  access: 'open',
  answers: {
    200: {
      description: 'The process can handle requests.',
      schema: Readiness,
      examples: { ready: readiness({}) },
    },
    503: {
      description: 'The process cannot handle requests; the checks show why.',
      schema: Readiness,
      examples: {
        away: readiness({ database: false, writes: false }),
        late: readiness({ lateLoops: ['webhooks'] }),
        stopping: readiness({ stopping: true }),
      },
    },
  },
  prepare(context, _shared, scope) {
    const schema = new SchemaProbe(context.sql);
    const served = new ServedMerchants(context.sql, () => context.brands.merchantIds());
    const { service } = scope;
    // Runs first when the app closes, while connections are still served.
    scope.addHook('preClose', async () => {
      service.isLeaving = true;
    });
    return async (_request, reply) => {
      const [fits, servedMerchants] = await Promise.all([schema.fits(), served.share()]);
      const { writeErrors } = service;
      const checks = {
        database: fits !== null,
        writes: servedMerchants > 0 && !writeErrors.areMost() && !writeErrors.foundDiskFull(),
        servedMerchants,
        migrations: fits === true,
        stopping: service.isLeaving,
        restored: service.isHeld,
        lateLoops: [...context.loopHandles].filter((handle) => handle.isLate()).map((handle) => handle.loop),
      };
      const ready =
        checks.database &&
        checks.writes &&
        checks.migrations &&
        !checks.stopping &&
        !checks.restored &&
        checks.lateLoops.length === 0;
      return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks });
    };
  },
});
