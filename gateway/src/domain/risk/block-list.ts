// What a brand's operator has blocked (contract 12): a card, a BIN, an e-mail address, a user, a network or a country.
// A pay-in or a payout that matches is declined with 2203. The list is in memory with the brand
// (storage/merchants/brand-directory.ts), so a check costs no query. It must never hold a card's number: it holds the
// card's keyed hash (storage/keys/vault.ts, cardKey). Pure.

import { isCountryCode } from '../options/country.ts';
import { rangeOf, rangesAround } from '../web-address.ts';

export const BLOCK_KINDS = ['card', 'bin', 'email', 'userId', 'ip', 'country'] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** The most blocks of one brand. Every process holds all of them in memory. */
export const MOST_BLOCKS = 10_000;

export interface Block {
  id: string;
  kind: BlockKind;
  /**
   * In the form of `blockValue`. For a card: the hexadecimal digits of its key. For an erased person: see
   * `hashedValue`.
   */
  value: string;
  /** null: until somebody removes it. */
  expiresAt: Date | null;
}

/** The payer or recipient, as far as known. */
export interface BlockFacts {
  card: { key: Buffer; number: string } | null;
  email: string | null | undefined;
  userId: string | null;
  /** The addresses of the customer and of the browser. */
  addresses: readonly (string | null | undefined)[];
  country: string | null;
}

/** The normal spelling in which a value is stored and compared, or its fault. */
export function blockValue(
  kind: Exclude<BlockKind, 'card'>,
  given: string,
): { value: string } | { fault: string } {
  switch (kind) {
    case 'bin':
      return /^\d{6,8}$/.test(given)
        ? { value: given }
        : { fault: 'must be the first six to eight digits of a card number' };
    case 'email':
      return /^[^\s@]+@[^\s@]+$/.test(given)
        ? { value: given.toLowerCase() }
        : { fault: 'must be an e-mail address' };
    case 'userId':
      return { value: given };
    case 'ip': {
      const range = rangeOf(given);
      return range ? { value: range } : { fault: 'must be an IP address or a range such as 203.0.113.0/24' };
    }
    case 'country':
      return isCountryCode(given)
        ? { value: given }
        : { fault: 'must be a country code of two capital letters (ISO 3166-1)' };
  }
}

/** A keyed hash: the block still works, but nobody can tell any more what it blocks. */
export type HashOfValue = (kind: BlockKind, value: string) => string;
const HASHED = 'hmac:';

/** The prefix length of a network stays readable, because the list looks addresses up by prefix length. */
export function hashedValue(kind: BlockKind, value: string, hashOf: HashOfValue): string {
  const hashed = HASHED + hashOf(kind, value);
  if (kind !== 'ip') return hashed;
  return `${hashed}:${value.includes(':') ? 6 : 4}/${value.split('/')[1]}`;
}

export const isHashedValue = (value: string): boolean => value.startsWith(HASHED);

export class BlockList {
  readonly #blocks = new Map<string, Block>();
  /** The prefix lengths of the existing ranges. The list looks an address up once for each prefix length. */
  readonly #prefixLengths = { ipv4: new Set<number>(), ipv6: new Set<number>() };

  /** null: no value is hashed. */
  readonly #hashOf: HashOfValue | null;

  constructor(blocks: readonly Block[] = [], hashOf: HashOfValue | null = null) {
    this.#hashOf = blocks.some(({ value }) => isHashedValue(value)) ? hashOf : null;
    for (const block of blocks) {
      const key = keyOf(block.kind, block.value);
      // If two blocks have the same value, the block that ends later counts.
      if (endOf(block) > endOf(this.#blocks.get(key))) this.#blocks.set(key, block);
      if (block.kind !== 'ip') continue;
      const [network, length] = block.value.split('/');
      const isIpv6 = isHashedValue(block.value) ? network!.endsWith(':6') : network!.includes(':');
      this.#prefixLengths[isIpv6 ? 'ipv6' : 'ipv4'].add(Number(length));
    }
  }

  /** The first block that matches now; null: none. */
  find(facts: BlockFacts, now: Date): Block | null {
    if (this.#blocks.size === 0) return null;
    for (const [kind, value] of this.#valuesOf(facts)) {
      const plain = this.#blocks.get(keyOf(kind, value));
      if (plain && endOf(plain) > now.getTime()) return plain;
      if (this.#hashOf === null || !ERASABLE.has(kind)) continue;
      const hashed = this.#blocks.get(keyOf(kind, hashedValue(kind, value, this.#hashOf)));
      if (hashed && endOf(hashed) > now.getTime()) return hashed;
    }
    return null;
  }

  *#valuesOf({ card, email, userId, addresses, country }: BlockFacts): Generator<[BlockKind, string]> {
    if (card) {
      yield ['card', card.key.toString('hex')];
      for (const digits of [6, 7, 8]) yield ['bin', card.number.slice(0, digits)];
    }
    if (email) yield ['email', email.toLowerCase()];
    if (userId) yield ['userId', userId];
    if (country) yield ['country', country];
    for (const address of addresses) {
      if (!address) continue;
      for (const range of rangesAround(address, this.#prefixLengths)) yield ['ip', range];
    }
  }
}

/** These values name people; the others are shared by many. */
const ERASABLE: ReadonlySet<BlockKind> = new Set<BlockKind>(['email', 'userId', 'ip']);

const keyOf = (kind: BlockKind, value: string) => `${kind} ${value}`;

function endOf(block: Block | undefined): number {
  if (!block) return Number.NEGATIVE_INFINITY;
  return block.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
}
