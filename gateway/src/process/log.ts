// The process's log: JSON lines by pino, readable where stdout is a terminal. Nothing that is logged may hold a secret or
// card data; there is no redaction, except that an error shows only its type, its message and where it arose.

import { type Logger, pino, stdSerializers } from 'pino';
import type { Tracing } from '../tracing/tracing.ts';
import { LogOutput } from './log-output.ts';

/** To stdout, or to stderr (2). */
export function newLog(
  level: string,
  fd = 1,
  output = new LogOutput(fd),
  tracing: Pick<Tracing, 'current'> | null = null,
): Logger {
  const base = { pid: process.pid };
  return pino({ level, base, serializers: LOG_SERIALIZERS, ...(tracing && traceIn(tracing)) }, output);
}

/**
 * No further members: a database puts whole rows into `detail`, a statement's values into `parameters`, a client a body
 * into `request`. The message may quote a value, so possible card numbers are removed from it.
 */
function describeError(error: unknown): unknown {
  if (typeof error === 'string') return hideNumbers(error);
  if (typeof error !== 'object' || error === null) return error;
  // By pino's own serializer, because it joins the messages and stacks of the causes.
  const { message, stack } = error instanceof Error ? stdSerializers.err(error) : (error as Partial<Error>);
  const { name, code } = error as { name?: unknown; code?: unknown };
  return { name, code, message: hideNumbers(message), stack: hideNumbers(stack) };
}

/** Each line says to which trace it belongs. */
const traceIn = (tracing: Pick<Tracing, 'current'>) => ({
  mixin() {
    const span = tracing.current();
    return span ? { traceId: span.traceId, spanId: span.spanId } : {};
  },
});

/** Every part that logs uses these settings. */
export const LOG_SERIALIZERS = { err: describeError, error: describeError };

const hideNumbers = (text: unknown) =>
  typeof text === 'string' ? text.replaceAll(/\d(?:[ -]?\d){11,18}/g, '[number]') : undefined;
