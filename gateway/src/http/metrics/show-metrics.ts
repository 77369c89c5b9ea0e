// GET /metrics (contract 1): the numbers of this process and of the queues, for Prometheus. Only operators may read it.
import { call } from '../calls/call.ts';
import { errors } from '../calls/operation.ts';
import { backlogGauges } from './backlog-gauges.ts';
import { loopGauges } from './loop-gauges.ts';
import { readinessGauges } from './readiness-gauges.ts';

export const metricsCall = call({
  address: 'GET /metrics',
  operatorScope: 'metrics',
  operationId: 'metrics',
  tags: ['Service'],
  summary: 'Metrics',
  description: 'Prometheus text format.',
  access: 'operator',
  answers: {
    200: { description: 'The metrics.', contentType: 'text/plain' },
    ...errors(401),
  },
  prepare(context, { metrics }, scope) {
    backlogGauges(metrics.registry, context);
    loopGauges(metrics.registry, context);
    readinessGauges(metrics.registry, scope);
    return async (_request, reply) => {
      reply.type(metrics.registry.contentType);
      return metrics.registry.metrics();
    };
  },
});
