// What must be true of attempts in the cashier after every step (contract 4). They are numbered, at most five. Each
// except the last one is declined and has no event. None follows an attempt with an unknown outcome. The end has its
// reason.
import assert from 'node:assert/strict';
import { MOST_ATTEMPTS } from '../../../src/domain/transactions/attempt.ts';
import type { StoredTransaction } from '../stored.ts';

export function checkAttempts(now: StoredTransaction, before: StoredTransaction | undefined): void {
  const { id, attempts } = now;
  const most = now.type === 'PAYIN' && now.origin !== 'v3' ? MOST_ATTEMPTS : 1;
  assert(attempts <= most, `${id}: ${attempts} attempts of a ${now.type} of ${now.origin}`);
  checkDeclined(now);
  checkEnd(now);
  if (!before) return;
  assert(attempts >= before.attempts, `${id}: its attempts went back`);
  if (before.cashier_token !== null)
    assert.equal(now.cashier_token, before.cashier_token, `${id}: its cashier link has changed`);
  const known = now.declined?.map(({ attempt, code }) => `${attempt} ${code}`) ?? [];
  for (const { attempt, code } of before.declined ?? [])
    assert(known.includes(`${attempt} ${code}`), `${id}: its declined attempt ${attempt} has vanished`);
  if (attempts > before.attempts && before.error_code === '9001')
    assert(
      before.attempts === 0 || known.some((one) => one.startsWith(`${before.attempts} `)),
      `${id}: attempt ${attempts} follows one whose end nobody knows`,
    );
}

/**
 * Checks every attempt except the one that a provider has or has ended. Checks all of them if an attempt was paid after
 * its decline.
 */
function checkDeclined({
  id,
  type,
  status,
  attempts,
  provider,
  declined,
  timeline,
  error_code,
}: StoredTransaction): void {
  const isPaidAfterAll = status === 'COMPLETED' && declined?.length === attempts;
  const isWithProvider = attempts > 0 && provider !== null && !isPaidAfterAll;
  const over = type === 'PAYIN' ? attempts - (isWithProvider ? 1 : 0) : 0;
  assert.deepEqual(
    (declined ?? []).map((one) => one.attempt),
    Array.from({ length: over }, (_, index) => index + 1),
    `${id}: ${over} of its ${attempts} attempts were declined, and its declined attempts say otherwise`,
  );
  for (const { attempt, sequence } of declined ?? []) {
    const entry = timeline?.find((one) => one.sequence === sequence);
    assert.equal(
      entry?.to,
      'PROCESSING',
      `${id}: its attempt ${attempt} was declined while it was ${entry?.to ?? 'INIT'}`,
    );
  }
  const moves = timeline?.length ?? 0;
  if (over > 0 && provider === null && timeline?.[moves - 1]?.to === 'PROCESSING')
    assert.equal(error_code, declined?.at(-1)?.code, `${id}: does not say why its last attempt was declined`);
}

/** DECLINED without a provider: nobody tried, or the last attempt's code gives the reason. */
function checkEnd({ id, status, provider, declined, timeline, error_code, type }: StoredTransaction): void {
  if (type !== 'PAYIN' || status !== 'DECLINED' || provider !== null) return;
  const last = declined?.at(-1)?.code;
  const actor = timeline?.at(-1)?.actor ?? '';
  assert(
    !['provider', 'resolver'].includes(actor),
    `${id}: was declined by the ${actor}, and nobody was asked`,
  );
  if (actor === 'expiry') assert.equal(error_code, last ?? '3002', `${id}: ran out with another code`);
  if (actor === 'shopper') assert.equal(error_code, last ?? '3001', `${id}: was given up with another code`);
}
