// The interface through which the gateway's parts use tracing: spans around a request, a write, a call to a provider
// and a webhook, and which span is open. Without tracing every part has null in its place, and open-telemetry.ts is not
// loaded. A span never holds card data, a secret, a header, a body or the text of an error: only the attributes below.

/** Everything that a span may say. */
export interface Attributes {
  'http.request.method'?: string;
  'http.route'?: string;
  'http.response.status_code'?: number;
  'server.address'?: string;
  'tollgate.request_id'?: string;
  'tollgate.brand_id'?: string;
  'tollgate.store'?: string;
  'tollgate.provider'?: string;
  'tollgate.account'?: string;
  'tollgate.call'?: string;
  'tollgate.result'?: string;
  'tollgate.event_id'?: string;
  'tollgate.transaction_id'?: string;
  'tollgate.try'?: number;
}

export interface SpanOptions {
  /** `server`: somebody called us; `client`: we call somebody. */
  kind: 'server' | 'client' | 'internal';
  attributes: Attributes;
  /** W3C's header of the parent span. Absent: the open span is the parent; null, or not valid: no parent. */
  parent?: string | null;
}

export interface Span {
  /** The header for whoever continues the trace. */
  readonly traceparent: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Everything that `work` begins belongs to this span. */
  run<T>(work: () => T): T;
  set(attributes: Attributes): void;
  /** Call it once. */
  end(how?: { failed: boolean }): void;
}

export interface Tracing {
  start(name: string, options: SpanOptions): Span;
  /** The open span; null: there is none. */
  current(): Span | null;
  /** Sends the remaining spans, but takes no longer than the given time. */
  stop(withinMs: number): Promise<void>;
}

/** Runs work within a span of its own, which ends when the work does. */
export async function traced<T>(
  tracing: Tracing,
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const span = tracing.start(name, options);
  let failed = true;
  try {
    const answer = await span.run(() => work(span));
    failed = false;
    return answer;
  } finally {
    span.end({ failed });
  }
}
