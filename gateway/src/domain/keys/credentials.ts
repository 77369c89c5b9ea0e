// API keys, signing secrets, invitation and operator tokens: their format and how they are made (contract 2). The store
// keeps hashes, and seals only those that the gateway must read again. Each is shown once, to the person who requested
// it, and must never be logged.
import { hash, randomBytes } from 'node:crypto';
import { merchantInToken } from '../merchants/merchant-in-token.ts';
import { base62 } from '../text.ts';

const SECRET_BYTES = 32;
/** The length of 32 bytes. */
const BASE62_LENGTH = 43;

type Environment = 'test' | 'production';

export const KEY_PREFIXES: Record<Environment, string> = { test: 'tg_test_', production: 'tg_live_' };

export function newApiKey(environment: Environment): string {
  return `${KEY_PREFIXES[environment]}${base62(randomBytes(SECRET_BYTES))}`;
}

/** Whether the key was made for the other environment. A database that moves between environments keeps its keys. */
export function isKeyOfOther(key: string, environment: Environment): boolean {
  return key.startsWith(KEY_PREFIXES[environment === 'test' ? 'production' : 'test']);
}

/** Whether `newApiKey` may have made this text. Otherwise there is no need to look it up. */
export function mayBeApiKey(text: string): boolean {
  return /^tg_(test|live)_[0-9A-Za-z]{43}$/.test(text);
}

/** Used unchanged, as UTF-8 text (spec 5.3). */
export function newSigningSecret(): string {
  return `tgs_${base62(randomBytes(SECRET_BYTES))}`;
}

/** For the link of an invitation: the merchant, for the look-up, and a part that nobody can guess. */
export function newInvitationToken(merchantId: string): string {
  return merchantInToken(merchantId) + base62(randomBytes(SECRET_BYTES));
}

/** Whether an invitation's token begins with the merchant. Tokens of older releases do not. */
export function namesMerchant(invitationToken: string): boolean {
  return invitationToken.length > BASE62_LENGTH;
}

/** For a browser that is signed in to the portal: the merchant, for the look-up, and a part that nobody can guess. */
export function newSessionToken(merchantId: string): string {
  return merchantInToken(merchantId) + base62(randomBytes(SECRET_BYTES));
}

/** Recognises a browser at its next sign-in. */
export function newBrowserToken(): string {
  return base62(randomBytes(SECRET_BYTES));
}

/** For a named operator (contract 12). OPERATOR_TOKEN may have any format. */
export function newOperatorToken(): string {
  return `${OPERATOR_TOKEN_PREFIX}${base62(randomBytes(SECRET_BYTES))}`;
}

export const OPERATOR_TOKEN_PREFIX = 'tgo_';

/** SHA-256. Enough for texts that contain 32 random bytes: they cannot be guessed. */
export function hashOf(credential: string): Buffer {
  return hash('sha256', credential, 'buffer');
}
