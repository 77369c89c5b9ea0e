// The second factor of a sign-in to the portal (contract 14): who needs one, what proves it, how recovery codes look.
// Pure.
import { randomInt } from 'node:crypto';
import type { UserRole } from './user-role.ts';

/** The kinds of factor, best first. */
export const FACTORS = ['passkey', 'totp', 'recovery-code'] as const;
export type Factor = (typeof FACTORS)[number];

/** The next step after a correct password: none, prove a factor, or add the first one. */
export type SignInStep = 'done' | 'prove' | 'enrol';

export interface FactorsOfUser {
  role: UserRole;
  /** A demo user; only in the test environment. */
  withoutSecondFactor: boolean;
  hasTotp: boolean;
  passkeys: number;
  /** Not used yet. */
  recoveryCodes: number;
}

/** Recovery codes replace another factor; alone they are no factor. */
export function hasSecondFactor({ hasTotp, passkeys }: Pick<FactorsOfUser, 'hasTotp' | 'passkeys'>): boolean {
  return hasTotp || passkeys > 0;
}

export function needsSecondFactor(
  { role, withoutSecondFactor }: Pick<FactorsOfUser, 'role' | 'withoutSecondFactor'>,
  environment: 'test' | 'production',
): boolean {
  if (withoutSecondFactor && environment === 'test') return false;
  return role !== 'read-only';
}

/** A user who has a factor must prove it, even if the role needs none. */
export function stepAfterPassword(user: FactorsOfUser, environment: 'test' | 'production'): SignInStep {
  if (hasSecondFactor(user)) return 'prove';
  return needsSecondFactor(user, environment) ? 'enrol' : 'done';
}

export function waysToProve(user: FactorsOfUser): Factor[] {
  const has: Record<Factor, boolean> = {
    passkey: user.passkeys > 0,
    totp: user.hasTotp,
    'recovery-code': user.recoveryCodes > 0,
  };
  return hasSecondFactor(user) ? FACTORS.filter((factor) => has[factor]) : [];
}

const RECOVERY_CODES = 10;
/**
 * No vowels and no similar characters, so that codes form no words and nobody misreads them. Ten of 27 letters: 47
 * bits, and ten guesses before a lock.
 */
const ALPHABET = 'bcdfghjkmnpqrstvwxz23456789';
const CODE_LENGTH = 10;

/** Such as `bcdfg-hjkmn`. */
export function newRecoveryCodes(): string[] {
  const letter = () => ALPHABET[randomInt(ALPHABET.length)];
  const code = () => Array.from({ length: CODE_LENGTH }, letter).join('');
  return Array.from({ length: RECOVERY_CODES }, code).map((one) => `${one.slice(0, 5)}-${one.slice(5)}`);
}

/** The form that is hashed, however the user typed the code. */
export function plainRecoveryCode(typed: string): string {
  return typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
