// What must be true of the risk rules after every step (contract 12): no window of time has more attempts of a card, or
// more charges of a mandate, at the network than the limit allows, and the network never hears of a refused attempt.
import assert from 'node:assert/strict';
import type { RiskLimits } from '../../../src/domain/risk/risk.ts';
import type { Network } from '../network/network.ts';
import type { StoredTransaction } from '../stored.ts';

/** The network itself never uses these codes. */
const REFUSALS = ['2202', '2203'];

export function checkRisk(
  limits: RiskLimits | null,
  { cardCharges }: Network,
  transactions: StoredTransaction[],
): void {
  const attempts = limits?.attemptsPerCard;
  for (const subject of attempts ? new Set(cardCharges.map((one) => one.subject)) : []) {
    const times = cardCharges.filter((one) => one.subject === subject).map((one) => one.atMs);
    for (const [i, atMs] of times.entries()) {
      const young = times.slice(0, i + 1).filter((one) => one > atMs - attempts!.windowSeconds * 1_000);
      assert(
        young.length <= attempts!.limit,
        `${subject} was tried ${young.length} times within ${attempts!.windowSeconds} s`,
      );
    }
  }
  for (const transaction of transactions) {
    for (const attempt of refusedAttempts(transaction)) {
      const heard = cardCharges.some(
        (one) => one.transactionId === transaction.id && one.attempt === attempt,
      );
      assert(limits !== null, `${transaction.id}: was refused, and the rules are off`);
      assert(!heard, `${transaction.id}: its attempt ${attempt} was refused, and the network heard of it`);
    }
  }
}

function refusedAttempts({ status, error_code, attempts, declined, type }: StoredTransaction): number[] {
  const former = (declined ?? []).filter(({ code }) => REFUSALS.includes(code)).map((one) => one.attempt);
  const ended = type === 'PAYIN' && status === 'DECLINED' && REFUSALS.includes(error_code ?? '');
  // If it was cancelled or expired, its end says why its last attempt was declined.
  return ended && !former.includes(attempts) ? [...former, attempts] : former;
}
