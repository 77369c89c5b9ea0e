// What the gateway's parts know of tracing: spans around a request, a write, a call to a provider and a webhook, and which of them is under way.
// Without tracing there is none of it: every part holds null in its place (open-telemetry.ts is not even loaded). A span never holds card
// data, a secret, a header, a body or the text of an error: only the attributes below.

/** All that a span may say. */
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
  /** W3C's header of the span that this one belongs to. Absent: the span under way; null, or not valid: none. */
  parent?: string | null;
}

export interface Span {
  /** What to send to whoever continues the trace. */
  readonly traceparent: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Everything that `work` begins belongs to this span. */
  run<T>(work: () => T): T;
  set(attributes: Attributes): void;
  /** Once. */
  end(how?: { failed: boolean }): void;
}

export interface Tracing {
  start(name: string, options: SpanOptions): Span;
  /** The span under way; null: none. */
  current(): Span | null;
  /** Sends what is left, in the time given at most. */
  stop(withinMs: number): Promise<void>;
}

/** Runs work within a span of its own that ends with it. */
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
