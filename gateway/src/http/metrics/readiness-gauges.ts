// Readiness as a gauge, for installations where nobody sees the load balancer's state. It calls the route itself, so it
// says what a load balancer hears. That request counts like any other.
import type { FastifyInstance } from 'fastify';
import { Gauge, type Registry } from 'prom-client';

export function readinessGauges(registry: Registry, app: FastifyInstance): void {
  const registers = [registry];
  const served = new Gauge({
    name: 'tollgate_served_merchants_ratio',
    help: 'The share of the merchants whose data can be written, as readiness reports it',
    registers,
  });
  new Gauge({
    name: 'tollgate_ready',
    help: '1 if the readiness of this process is 200, else 0',
    registers,
    async collect() {
      const { statusCode, body } = await app.inject('/health/ready');
      const { checks } = JSON.parse(body) as { checks?: { servedMerchants?: number } };
      this.set(statusCode === 200 ? 1 : 0);
      served.set(checks?.servedMerchants ?? 0);
    },
  });
}
