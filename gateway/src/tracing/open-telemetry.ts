// Tracing by OpenTelemetry: it sends spans in batches to a collector, by OTLP over HTTP. Loaded only if
// OTEL_EXPORTER_OTLP_ENDPOINT is set. A collector that is down or slow never delays the gateway: spans that do not fit
// into the queue are dropped.
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Span as ApiSpan,
  type Context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Attributes, Span, SpanOptions, Tracing } from './tracing.ts';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

export interface TracingOptions {
  /** The collector's address, without /v1/traces. */
  endpoint: string;
  version: string;
  environment: string;
}

class OpenSpan implements Span {
  readonly #span: ApiSpan;
  readonly #underWay: AsyncLocalStorage<OpenSpan>;
  /** The context in which spans within this one begin. */
  readonly context: Context;

  constructor(span: ApiSpan, underWay: AsyncLocalStorage<OpenSpan>) {
    this.#span = span;
    this.#underWay = underWay;
    this.context = trace.setSpan(ROOT_CONTEXT, span);
  }

  get traceId(): string {
    return this.#span.spanContext().traceId;
  }

  get spanId(): string {
    return this.#span.spanContext().spanId;
  }

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.#span.spanContext();
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  }

  run<T>(work: () => T): T {
    return this.#underWay.run(this, work);
  }

  set(attributes: Attributes): void {
    this.#span.setAttributes({ ...attributes });
  }

  end(how?: { failed: boolean }): void {
    if (how?.failed) this.#span.setStatus({ code: SpanStatusCode.ERROR });
    this.#span.end();
  }
}

export function openTracing({ endpoint, version, environment }: TracingOptions): Tracing {
  const underWay = new AsyncLocalStorage<OpenSpan>();
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'tollgate',
      'service.version': version,
      'deployment.environment.name': environment,
    }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('tollgate', version);

  function contextOf(parent: SpanOptions['parent']): Context {
    if (parent === undefined) return underWay.getStore()?.context ?? ROOT_CONTEXT;
    const remote = parent === null ? null : parseTraceParent(parent);
    return remote === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true });
  }

  return {
    start(name, { kind, attributes, parent }) {
      const options = { kind: KINDS[kind], attributes: { ...attributes } };
      return new OpenSpan(tracer.startSpan(name, options, contextOf(parent)), underWay);
    },
    current: () => underWay.getStore() ?? null,
    async stop(withinMs) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, withinMs);
      });
      // If the collector is down at the end, only the last spans are lost.
      await Promise.race([provider.shutdown().catch(() => {}), late]);
      clearTimeout(timer);
    },
  };
}
