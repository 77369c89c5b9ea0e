// The risk rules against card testing (contract 12): how many attempts a card may make, and how many declines the card,
// its BIN, its user and its source may have. Beyond a limit the gateway must not ask a provider. Pure.
// transactions/counted-attempt.ts says what an attempt counts.

/** In the order of the checks: the first rule that refuses an attempt is reported. */
export const RISK_RULES = [
  'wrongCodesPerCard',
  'declinesPerSource',
  'declinesPerUser',
  'declinesPerBin',
  'attemptsPerCard',
] as const;
export type RiskRule = (typeof RISK_RULES)[number];
/** The rules that count declines. Each counts for its subject: a card, a source, a user, a BIN. */
export const DECLINE_RULES = [
  'wrongCodesPerCard',
  'declinesPerSource',
  'declinesPerUser',
  'declinesPerBin',
] as const satisfies readonly RiskRule[];
export type DeclineRule = (typeof DECLINE_RULES)[number];

/** So many are allowed within any period of that length; the next one is refused. */
interface RiskLimit {
  limit: number;
  windowSeconds: number;
}

/** null: the rule is off. */
export type RiskLimits = Readonly<Record<RiskRule, RiskLimit | null>>;
export type RiskSetting = 'off' | 'standard' | RiskLimits;

const HOUR = 3_600;
export const STANDARD_LIMITS: RiskLimits = {
  attemptsPerCard: { limit: 10, windowSeconds: HOUR },
  wrongCodesPerCard: { limit: 3, windowSeconds: 24 * HOUR },
  declinesPerSource: { limit: 20, windowSeconds: HOUR },
  declinesPerUser: { limit: 10, windowSeconds: HOUR },
  declinesPerBin: { limit: 100, windowSeconds: HOUR },
};

/** The upper bound of each limit: an attempt reads as many rows of its card as its limits allow. */
export const HIGHEST_LIMIT = 1_000;
export const LONGEST_WINDOW_SECONDS = 30 * 24 * HOUR;

/** The setting of a brand that has none of its own. */
export function defaultRisk(environment: 'test' | 'production'): RiskSetting {
  return environment === 'production' ? 'standard' : 'off';
}

/** A rule that is not named is off. */
export function completeLimits(given: Partial<RiskLimits>): RiskLimits {
  return Object.fromEntries(RISK_RULES.map((rule) => [rule, given[rule] ?? null])) as RiskLimits;
}

/** null: nothing is counted and nothing is refused. */
export function limitsOf(setting: RiskSetting): RiskLimits | null {
  if (setting === 'off') return null;
  if (setting === 'standard') return STANDARD_LIMITS;
  return RISK_RULES.some((rule) => setting[rule] !== null) ? setting : null;
}
