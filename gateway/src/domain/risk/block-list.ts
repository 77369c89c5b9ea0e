// What a brand's operator has blocked (contract 12): a card, a BIN, an e-mail address, a user, a network or a country. A
// pay-in or a payout that matches is declined 2203. Held in memory with the brand (storage/merchants/brand-directory.ts), so asking costs
// no query. Pure. A card's number is never in it: a card is its keyed hash (storage/keys/vault.ts, cardKey).

import { isCountryCode } from '../options/country.ts';
import { rangeOf, rangesAround } from '../web-address.ts';

export const BLOCK_KINDS = ['card', 'bin', 'email', 'userId', 'ip', 'country'] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** All blocks of one brand; every process holds them in memory. */
export const MOST_BLOCKS = 10_000;

export interface Block {
  id: string;
  kind: BlockKind;
  /** In the form of `blockValue`; for a card the hexadecimal digits of its key. */
  value: string;
  /** null: until it is removed. */
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

export class BlockList {
  readonly #blocks = new Map<string, Block>();
  /** The lengths of the existing ranges: an address is looked up once for each length. */
  readonly #prefixLengths = { ipv4: new Set<number>(), ipv6: new Set<number>() };

  constructor(blocks: readonly Block[] = []) {
    for (const block of blocks) {
      const key = keyOf(block.kind, block.value);
      // If two blocks have the same value, the longer one counts.
      if (endOf(block) > endOf(this.#blocks.get(key))) this.#blocks.set(key, block);
      if (block.kind !== 'ip') continue;
      const [network, length] = block.value.split('/');
      this.#prefixLengths[network!.includes(':') ? 'ipv6' : 'ipv4'].add(Number(length));
    }
  }

  /** The first that matches now, if any. */
  find(facts: BlockFacts, now: Date): Block | null {
    if (this.#blocks.size === 0) return null;
    for (const key of this.#keysOf(facts)) {
      const block = this.#blocks.get(key);
      if (block && endOf(block) > now.getTime()) return block;
    }
    return null;
  }

  *#keysOf({ card, email, userId, addresses, country }: BlockFacts): Generator<string> {
    if (card) {
      yield keyOf('card', card.key.toString('hex'));
      for (const digits of [6, 7, 8]) yield keyOf('bin', card.number.slice(0, digits));
    }
    if (email) yield keyOf('email', email.toLowerCase());
    if (userId) yield keyOf('userId', userId);
    if (country) yield keyOf('country', country);
    for (const address of addresses) {
      if (!address) continue;
      for (const range of rangesAround(address, this.#prefixLengths)) yield keyOf('ip', range);
    }
  }
}

const keyOf = (kind: BlockKind, value: string) => `${kind} ${value}`;

function endOf(block: Block | undefined): number {
  if (!block) return Number.NEGATIVE_INFINITY;
  return block.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
}
