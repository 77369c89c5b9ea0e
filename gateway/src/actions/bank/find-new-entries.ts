// Which entries of a message are new, and which entries came before and have more details now (contract 15,
// docs/decisions/0103). It reads the stored entries of the same bookings, and changes nothing. It yields to payments in
// between.
import { setTimeout as sleep } from 'node:timers/promises';
import type { BankEntry, EntryDetails } from '../../domain/bank/bank-entry.ts';
import {
  bookingKeyOf,
  detailsKeyOf,
  entryKeyOf,
  legacyKeysOf,
  StoredBooking,
  withoutEqual,
} from '../../domain/bank/entry-identity.ts';
import { type KnownRow, readKnownEntries, readSealedDetails } from '../../storage/bank/known-entries.ts';
import { ENTRIES_AT_ONCE } from '../../storage/bank/statement-store.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import type { Context } from '../context.ts';

export interface KeyedEntry {
  entry: BankEntry;
  /** Which booking it belongs to, what it says, and its place in this message. */
  bookingKey: string;
  saidKey: string;
  place: number;
}

export interface NewEntries {
  fresh: (KeyedEntry & { key: string })[];
  more: (KeyedEntry & { known: KnownRow; said: EntryDetails })[];
  /** The stored entries of the bookings in this message. */
  known: string[];
}

interface OfBrand {
  merchantId: string;
  brandId: string;
}

/** One booking: the entries in this message, and the stored ones. */
interface Group {
  came: KeyedEntry[];
  stored: KnownRow[];
}

type Opened = KnownRow & { said: EntryDetails | null };

export async function findNewEntries(
  context: Pick<Context, 'sql' | 'vault'>,
  brand: OfBrand,
  entries: readonly BankEntry[],
): Promise<NewEntries> {
  const groups = new Map<string, Group>();
  const legacyKeys = legacyKeysOf(entries);
  for (let at = 0; at < entries.length; at += ENTRIES_AT_ONCE) {
    await sleep(0);
    const piece = entries.slice(at, at + ENTRIES_AT_ONCE);
    await readGroups(context, brand, { groups, piece, at, legacyKeys });
  }
  const newEntries: NewEntries = { fresh: [], more: [], known: [] };
  let since = 0;
  for (const [bookingKey, group] of groups) {
    since += group.came.length;
    if (since >= ENTRIES_AT_ONCE) {
      since = 0;
      await sleep(0);
    }
    await compareGroup(context, brand, { bookingKey, group, newEntries });
  }
  return newEntries;
}

interface Reading {
  groups: Map<string, Group>;
  piece: readonly BankEntry[];
  at: number;
  legacyKeys: Iterator<string>;
}

async function readGroups(
  { sql }: Pick<Context, 'sql'>,
  brand: OfBrand,
  { groups, piece, at, legacyKeys }: Reading,
): Promise<void> {
  const byLegacyKey = new Map<string, KeyedEntry>();
  const unread = new Set<string>();
  for (const [index, entry] of piece.entries()) {
    const bookingKey = bookingKeyOf(entry);
    const keyed = { entry, bookingKey, saidKey: detailsKeyOf(entry), place: at + index };
    byLegacyKey.set(legacyKeys.next().value!, keyed);
    const group = groups.get(bookingKey);
    if (group) group.came.push(keyed);
    else {
      groups.set(bookingKey, { came: [keyed], stored: [] });
      unread.add(bookingKey);
    }
  }
  const keys = { bookingKeys: [...unread], legacyKeys: [...byLegacyKey.keys()] };
  for (const row of await readKnownEntries(sql, brand, keys)) {
    const like = byLegacyKey.get(row.entryKey);
    const bookingKey = row.bookingKey ?? like?.bookingKey;
    // Release 0.2.0 did not compare the day.
    const isOfDay = row.bookingKey !== null || row.day === (like?.entry.booking.day ?? null);
    if (bookingKey !== undefined && isOfDay) groups.get(bookingKey)?.stored.push(row);
  }
}

interface Comparing {
  bookingKey: string;
  group: Group;
  newEntries: NewEntries;
}

async function compareGroup(
  context: Pick<Context, 'sql' | 'vault'>,
  brand: OfBrand,
  { bookingKey, group: { came, stored }, newEntries }: Comparing,
): Promise<void> {
  let fresh = came;
  for (const { id } of stored) newEntries.known.push(id);
  if (stored.length > 0) {
    const saidKeys = came.map(({ saidKey }) => saidKey);
    const { places, left } = withoutEqual(saidKeys, stored);
    const others = places.map((place) => came[place]!);
    fresh = others.length === 0 ? [] : await newAmong(context, brand, { others, left, newEntries });
  }
  let number = stored.filter((one) => one.bookingKey !== null).length;
  for (const one of fresh) newEntries.fresh.push({ ...one, key: entryKeyOf(bookingKey, number++) });
}

/** Answers the new entries. Entries with more details go to `told`. */
async function newAmong(
  context: Pick<Context, 'sql' | 'vault'>,
  brand: OfBrand,
  { others, left, newEntries }: { others: KeyedEntry[]; left: KnownRow[]; newEntries: NewEntries },
): Promise<KeyedEntry[]> {
  const booking = new StoredBooking<Opened>();
  for await (const piece of openedPieces(context, brand, left)) for (const row of piece) booking.add(row);
  let unknown = others;
  for (const find of ['samePart', 'sameWhole'] as const) {
    const asked = unknown;
    unknown = [];
    for (const [index, one] of asked.entries()) {
      if (index % ENTRIES_AT_ONCE === 0) await sleep(0);
      const found = booking[find](one.entry);
      if (found === 'new') unknown.push(one);
      else if (found !== 'known') newEntries.more.push({ ...one, ...found });
    }
  }
  return unknown;
}

async function* openedPieces(
  { sql, vault }: Pick<Context, 'sql' | 'vault'>,
  brand: OfBrand,
  rows: readonly KnownRow[],
): AsyncGenerator<Opened[]> {
  for (let at = 0; at < rows.length; at += ENTRIES_AT_ONCE) {
    await sleep(0);
    const piece = rows.slice(at, at + ENTRIES_AT_ONCE);
    const ids = piece.map(({ id }) => id);
    const sealed = await readSealedDetails(sql, brand, ids);
    const found: Opened[] = [];
    for (const row of piece) {
      const details = sealed.get(row.id) ?? null;
      const text = details && (await vault.open(details, sealContext.bankEntry(brand.merchantId)));
      found.push({ ...row, said: text && (JSON.parse(text.toString('utf8')) as EntryDetails) });
    }
    yield found;
  }
}
