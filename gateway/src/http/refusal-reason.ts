// Why a request was refused, in a few words that never change, for the metrics. The answer's status decides. Where one
// status has several reasons, the refusal names its own. It must never hold a value of the request.
import { CODE } from '../domain/errors/error-codes.ts';
import type { Refusal } from '../domain/errors/refusal.ts';

const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'credentials',
  403: 'not_allowed',
  404: 'not_found',
  409: 'conflict',
  410: 'retired',
  413: 'too_large',
  415: 'content_type',
  422: 'idempotency_data',
  429: 'rate',
  500: 'internal_fault',
  503: 'unavailable',
};

export function reasonOf({ httpStatus, extras }: Refusal): string {
  if (extras.reason !== undefined) return extras.reason;
  if (extras.errorCode === CODE.referenceUsed) return 'duplicate_reference';
  return BY_STATUS[httpStatus] ?? 'other';
}
