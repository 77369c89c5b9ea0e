// The HTTP shell without a database, for tests of what happens before any route's work begins: the real app with the
// real routes, and a few more that the test adds. Calls that reach the database would fail.
import type { FastifyInstance, RouteOptions } from 'fastify';
import { pino } from 'pino';
import type { Context } from '../../src/actions/context.ts';
import { buildApp } from '../../src/http/app.ts';
import { clockGauges } from '../../src/http/metrics/clock-gauges.ts';
import { Metrics } from '../../src/http/metrics/metrics.ts';
import { buildMetric } from '../../src/http/metrics/process-metrics.ts';
import { groupMetrics, poolMetrics } from '../../src/http/metrics/storage-metrics.ts';
import { loadConfig } from '../../src/process/config.ts';
import { LOG_SERIALIZERS } from '../../src/process/log.ts';
import { BUILT_IN } from '../../src/providers/registry.ts';
import { PoolUse } from '../../src/storage/database/pool-use.ts';

export interface BareAppOptions {
  env?: Record<string, string>;
  /** Log lines as objects, at all levels. */
  lines?: Record<string, unknown>[];
  addRoutes?: (app: FastifyInstance) => void;
  /** Receives each route of the gateway. */
  onRoute?: (route: RouteOptions) => void;
}

export const BARE_OPERATOR_TOKEN = 'operator-of-the-bare-app';

export async function bareApp(options: BareAppOptions = {}): Promise<FastifyInstance> {
  const log = pino(
    { level: options.lines ? 'debug' : 'silent', serializers: LOG_SERIALIZERS },
    { write: (line: string) => options.lines?.push(JSON.parse(line)) },
  );
  const config = loadConfig({ LOG_LEVEL: 'silent', ...options.env });
  const context = {
    config,
    log,
    now: () => new Date(),
    operatorToken: BARE_OPERATOR_TOKEN,
    providerKinds: BUILT_IN,
    loopHandles: new Set(),
  } as unknown as Context;
  const metrics = new Metrics();
  buildMetric(metrics.registry, { version: '0.0.0', role: 'all' });
  groupMetrics(metrics.registry);
  poolMetrics(metrics.registry, new PoolUse(1));
  clockGauges(metrics.registry, { skewMs: () => 0, checkedAgoMs: () => 0 });
  const app = buildApp(context, metrics);
  if (options.onRoute) app.addHook('onRoute', options.onRoute);
  // In its own scope, so that the app's hooks are registered first.
  app.register(async (scope) => options.addRoutes?.(scope));
  await app.ready();
  return app;
}
