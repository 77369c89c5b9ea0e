// The metrics of the process itself: prom-client's default ones without the misnamed ones, and the build that it runs.
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';

/**
 * The reported lag includes this interval, so 0.1 s means no lag. By default prom-client looks a hundred times a
 * second, which cost a third of an idle process's work.
 */
const LAG_LOOKED_AT_EVERY_MS = 100;

/**
 * Gauges with names that end in _total, as only counters should; metrics that use functions of Node.js that are not
 * public; and VmData of the process, which is not its heap.
 */
const MISNAMED = [
  'nodejs_active_handles',
  'nodejs_active_handles_total',
  'nodejs_active_requests',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
  'process_heap_bytes',
];

export interface Build {
  version: string;
  role: string;
}

export function processMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_LOOKED_AT_EVERY_MS });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
}

export function buildMetric(registry: Registry, { version, role }: Build): void {
  const labels = { version, node: process.versions.node, role };
  new Gauge({
    name: 'tollgate_build_info',
    help: 'Always 1; the labels say which release this process is, on which Node.js, and what it does',
    labelNames: Object.keys(labels),
    registers: [registry],
  }).set(labels, 1);
}
