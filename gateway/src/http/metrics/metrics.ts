// What /metrics tells Prometheus, and the counters behind it. One Metrics belongs to one app; there is no global
// registry, so that several gateways can live in one process. countRequest runs on each request and only changes
// numbers; it makes text when somebody reads /metrics. Labels must never hold references or addresses. The only ids
// they may hold are those of brands and accounts, because their number is bounded.
import { Counter, Histogram, Registry } from 'prom-client';
import type { CountedTransaction } from '../../actions/context.ts';
import { processMetrics } from './process-metrics.ts';
import { ProviderMetrics } from './provider-metrics.ts';

const REQUEST_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface RequestSeries {
  method: string;
  route: string;
  status: number;
  /** Not cumulative. It has one entry more than there are buckets, for requests slower than all of them. */
  counts: Float64Array;
  sumSeconds: number;
}

export class Metrics {
  readonly registry = new Registry();
  readonly #series = new Map<string, Map<number, RequestSeries>>();
  readonly #transactions: Counter<'type' | 'status' | 'option_type'>;
  readonly #declines: Counter<'type' | 'error_code'>;
  readonly #brandPayins: Counter<'brand' | 'result'>;
  readonly #refusals: Counter<'reason'>;
  readonly #riskRefusals: Counter<'rule'>;
  readonly #webhookTries: Counter<'result'>;
  readonly #webhookDelay: Histogram;
  readonly #mails: Counter<'result'>;
  readonly providers: ProviderMetrics;

  /** `droppedLines`: the count of the log's output. */
  constructor(droppedLines: () => number = () => 0) {
    const registers = [this.registry];
    processMetrics(this.registry);
    this.providers = new ProviderMetrics(this.registry);
    this.registry.registerMetric({
      name: 'tollgate_http_request_duration_seconds',
      get: async () => this.#requestDurations(),
      reset: () => this.#series.clear(),
    } as never);
    new Counter({
      name: 'tollgate_log_lines_dropped_total',
      help: 'Log lines that this process dropped because their reader stalled or was gone',
      registers,
      collect() {
        this.reset();
        this.inc(droppedLines());
      },
    });
    this.#transactions = new Counter({
      name: 'tollgate_transactions_total',
      help: 'Status changes of transactions written by this process, by type, new status and option type',
      labelNames: ['type', 'status', 'option_type'],
      registers,
    });
    this.#declines = new Counter({
      name: 'tollgate_declines_total',
      help: 'Transactions that this process ended as DECLINED or ERROR, by type and error code',
      labelNames: ['type', 'error_code'],
      registers,
    });
    this.#brandPayins = new Counter({
      name: 'tollgate_brand_payins_total',
      help: 'Pay-ins that this process ended, by brand: completed, or declined (DECLINED and ERROR)',
      labelNames: ['brand', 'result'],
      registers,
    });
    this.#refusals = new Counter({
      name: 'tollgate_refusals_total',
      help: 'Requests that were refused with 4xx or 5xx, by reason (http/refusal-reason.ts)',
      labelNames: ['reason'],
      registers,
    });
    this.#riskRefusals = new Counter({
      name: 'tollgate_risk_refusals_total',
      help: 'Attempts refused before any provider was asked, by risk rule or kind of block',
      labelNames: ['rule'],
      registers,
    });
    this.#webhookTries = new Counter({
      name: 'tollgate_webhook_tries_total',
      help: 'Webhook delivery tries of this process: delivered, or failed (no answer, or an answer other than 2xx)',
      labelNames: ['result'],
      registers,
    });
    this.#mails = new Counter({
      name: 'tollgate_mails_total',
      help: 'Mails that this process handed to the SMTP server: sent, refused, failed, unanswered (it may have them), or given up',
      labelNames: ['result'],
      registers,
    });
    this.#webhookDelay = new Histogram({
      name: 'tollgate_webhook_first_delivery_seconds',
      help: 'From a status change to the answer to the first try of its webhook',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
      registers,
    });
  }

  countRequest(method: string, route: string, status: number, durationMs: number): void {
    // Two small look-ups are faster than building one key.
    const key = route + method;
    let byStatus = this.#series.get(key);
    if (byStatus === undefined) {
      byStatus = new Map();
      this.#series.set(key, byStatus);
    }
    let series = byStatus.get(status);
    if (series === undefined) {
      series = {
        method,
        route,
        status,
        counts: new Float64Array(REQUEST_BUCKETS_SECONDS.length + 1),
        sumSeconds: 0,
      };
      byStatus.set(status, series);
    }
    const seconds = durationMs / 1_000;
    let bucket = 0;
    while (bucket < REQUEST_BUCKETS_SECONDS.length && seconds > REQUEST_BUCKETS_SECONDS[bucket]!) bucket++;
    series.counts[bucket]!++;
    series.sumSeconds += seconds;
  }

  countTransaction({ type, status, optionType, errorCode, brandId }: CountedTransaction): void {
    this.#transactions.inc({ type, status, option_type: optionType ?? 'unknown' });
    const isDeclined = status === 'DECLINED' || status === 'ERROR';
    if (isDeclined) this.#declines.inc({ type, error_code: errorCode ?? 'none' });
    if (type === 'PAYIN' && (isDeclined || status === 'COMPLETED'))
      this.#countBrandPayin(brandId, isDeclined ? 'declined' : 'completed');
  }

  /** Both series begin together: Prometheus sees the first increase only if the series existed before with zero. */
  #countBrandPayin(brand: string, ended: 'completed' | 'declined'): void {
    for (const result of ['completed', 'declined'])
      this.#brandPayins.inc({ brand, result }, result === ended ? 1 : 0);
  }

  countRefusal(reason: string): void {
    this.#refusals.inc({ reason });
  }

  /** `rule`: the name of a risk rule, or `block` and its kind. */
  countRiskRefusal(rule: string): void {
    this.#riskRefusals.inc({ rule });
  }

  countMail(result: string): void {
    this.#mails.inc({ result });
  }

  countWebhookTry(result: 'delivered' | 'failed'): void {
    this.#webhookTries.inc({ result });
  }

  observeWebhookDelay(seconds: number): void {
    this.#webhookDelay.observe(seconds);
  }

  #requestDurations() {
    const name = 'tollgate_http_request_duration_seconds';
    const values: { metricName: string; labels: Record<string, string | number>; value: number }[] = [];
    for (const byStatus of this.#series.values()) {
      for (const { method, route, status, counts, sumSeconds } of byStatus.values()) {
        const labels = { method, route, status };
        let total = 0;
        counts.forEach((count, bucket) => {
          total += count;
          const le = REQUEST_BUCKETS_SECONDS[bucket] ?? '+Inf';
          values.push({ metricName: `${name}_bucket`, labels: { ...labels, le }, value: total });
        });
        values.push({ metricName: `${name}_sum`, labels, value: sumSeconds });
        values.push({ metricName: `${name}_count`, labels, value: total });
      }
    }
    const help =
      'HTTP requests by method, route and status, from the first byte of the request to the answer';
    return { name, help, type: 'histogram', values, aggregator: 'sum' };
  }
}
