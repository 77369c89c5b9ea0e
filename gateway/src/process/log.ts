// The process's log: JSON lines by pino, readable if stdout is a terminal. A log line must never hold a secret or card
// data. There is no redaction, except that an error shows only its type, its message and where it arose.

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
 * It copies no further members: a database puts whole rows into `detail` and a statement's values into `parameters`; a
 * client puts a body into `request`. The message may quote a value, so possible card numbers are removed from it.
 */
function describeError(error: unknown): unknown {
  if (typeof error === 'string') return hideNumbers(error);
  if (typeof error !== 'object' || error === null) return error;
  // pino's own serializer joins the messages and stacks of the causes.
  const { message, stack } = error instanceof Error ? stdSerializers.err(error) : (error as Partial<Error>);
  const { name, code } = error as { name?: unknown; code?: unknown };
  return { name, code, message: hideNumbers(message), stack: hideNumbers(stack) };
}

/** Each line names its trace. */
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
