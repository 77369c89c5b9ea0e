// Gives an event the trace of its request, so that its webhook continues that trace, whichever process sends it. Call
// `traceOf` while the request's own work runs: groups of writes belong to no single request.
import type { WebhookEvent } from '../domain/webhooks/webhook-event.ts';
import type { Context } from './context.ts';

/** Answers the function to apply to each event; without tracing, it does nothing. */
export function traceOf({ tracing }: Pick<Context, 'tracing'>): (event: WebhookEvent) => WebhookEvent {
  const traceparent = tracing?.current()?.traceparent;
  return traceparent === undefined ? (event) => event : (event) => ({ ...event, traceparent });
}
