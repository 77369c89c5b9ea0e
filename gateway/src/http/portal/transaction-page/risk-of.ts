// How the brand's risk rules and blocks judge one transaction now.
import type { Context } from '../../../actions/context.ts';
import type { Brand } from '../../../domain/merchants/brand.ts';
import { type BlockFacts, BlockList } from '../../../domain/risk/block-list.ts';
import { DECLINE_RULES } from '../../../domain/risk/risk.ts';
import { attemptCheck, markBoundary } from '../../../domain/transactions/counted-attempt.ts';
import { namedUser, type Transaction } from '../../../domain/transactions/transaction.ts';
import { loadBlocks } from '../../../storage/risk/block-store.ts';
import { countedAttempts, countedDeclines } from '../../../storage/transactions/transaction-story.ts';
import type { TransactionPage } from './page-schemas.ts';

type Risk = TransactionPage['risk'];

export async function riskOf(context: Context, brand: Brand, transaction: Transaction): Promise<Risk> {
  const [counters, blocks] = await Promise.all([
    countersOf(context, brand, transaction),
    blocksOf(context, brand, transaction),
  ]);
  return { counters, blocks };
}

async function countersOf(
  { sql, now }: Context,
  brand: Brand,
  transaction: Transaction,
): Promise<Risk['counters']> {
  const at = now();
  const check = attemptCheck(brand.risk, transaction, at);
  if (!check) return [];
  const { limits, cardKey } = check;
  const before = (windowSeconds: number) => new Date(at.getTime() - windowSeconds * 1_000);
  const declines = DECLINE_RULES.flatMap((rule, i) => {
    const [limit, subject] = [limits[rule], check.subjects[i]];
    return limit && subject ? [{ rule, subject, since: before(limit.windowSeconds), ...limit }] : [];
  });
  const attemptsPerCard = transaction.card && limits.attemptsPerCard;
  const [attempts, counted] = await Promise.all([
    attemptsPerCard &&
      countedAttempts(sql, brand, cardKey, markBoundary(before(attemptsPerCard.windowSeconds))),
    countedDeclines(sql, brand, declines),
  ]);
  return [
    ...(attemptsPerCard ? [{ rule: 'attemptsPerCard', counted: attempts!, ...attemptsPerCard }] : []),
    ...declines.map(({ rule, subject, limit, windowSeconds }) => ({
      rule,
      counted: counted.get(subject)!,
      limit,
      windowSeconds,
    })),
  ];
}

async function blocksOf(
  { sql, now }: Context,
  brand: Brand,
  transaction: Transaction,
): Promise<Risk['blocks']> {
  const at = now();
  const facts = factsOf(transaction);
  const all = await loadBlocks(sql, [brand.merchantId], [brand.brandId], at);
  return all
    .filter((block) => new BlockList([block]).find(facts, at) !== null)
    .map(({ id, kind, shown, reason, expiresAt }) => ({
      id,
      kind,
      value: shown,
      reason,
      expiresAt: expiresAt?.toISOString() ?? null,
    }));
}

/** The gateway stores only the first six digits, so it cannot find a longer BIN again. */
function factsOf(transaction: Transaction): BlockFacts {
  const { card, cardKey, country, details } = transaction;
  return {
    card: card && cardKey && { key: cardKey, number: card.first6 },
    email: details.customer?.email,
    userId: namedUser(transaction),
    addresses: [details.customer?.ip, details.browserIp],
    country,
  };
}
