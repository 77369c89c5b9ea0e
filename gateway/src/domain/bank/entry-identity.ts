// When two entries are the same (contract 15, docs/decisions/0103): the bank's reference, what was booked and the day say which booking it
// is; which part of it, what the parts say. Without a reference it is all that an entry says. Pure.
import { hash } from 'node:crypto';
import type { BankEntry, Said } from './bank-entry.ts';
import { referencesIn } from './creditor-reference.ts';

const digest = (parts: unknown): string => hash('sha256', JSON.stringify(parts), 'hex').slice(0, 32);

/** The same for all parts of one booking, in whatever message they come. */
export function bookingKeyOf(entry: BankEntry): string {
  const { account, direction, isReversal, amountMinor, booking } = entry;
  const booked = [account, direction === 'status' ? String(amountMinor) : booking.amount, isReversal];
  if (booking.reference !== null) return digest(['reference', ...booked, booking.day, booking.reference]);
  const { returned, endToEndId, messageId, batchId, text, counterparty, status, ofRest } = entry;
  return digest([
    ...['said', ...booked, direction, booking.day, returned, endToEndId, messageId, batchId, text],
    ...[counterparty, status, ofRest],
  ]);
}

/** The same for parts of a booking that say the same. */
export function saidKeyOf(entry: BankEntry): string {
  const { amountMinor, currency, returned, endToEndId, messageId, batchId, text, counterparty } = entry;
  const { bankReference, fault } = entry;
  return digest([
    ...[String(amountMinor), currency, returned, endToEndId, messageId, batchId, text, counterparty],
    ...[bankReference, fault],
  ]);
}

/** `place`: among the entries of its booking. */
export const entryKeyOf = (bookingKey: string, place: number): string => digest([bookingKey, place]);

/** The keys that release 0.2.0 gave, in the order of the entries: what it stored is known again. */
export function* legacyKeysOf(entries: Iterable<BankEntry>): Generator<string> {
  const times = new Map<string, number>();
  for (const entry of entries) {
    const { account, direction, isReversal, amountMinor, currency, bankReference } = entry;
    const { returned, bookedAt, endToEndId, messageId, batchId, text, counterparty, status, ofRest } = entry;
    const rest = { returned, bookedAt, endToEndId, messageId, batchId, text, counterparty, status, ofRest };
    const where = [account, direction, isReversal, String(amountMinor), currency];
    const said = JSON.stringify([...where, bankReference ?? rest]);
    const time = times.get(said) ?? 0;
    times.set(said, time + 1);
    yield hash('sha256', `${said} ${time}`, 'hex');
  }
}

/** An entry that is stored, as far as it is compared. */
export interface KnownEntry {
  id: string;
  /** null: release 0.2.0 stored it. */
  saidKey: string | null;
  amountMinor: bigint | null;
  /** It is applied, or holds a payment: more details change nothing. */
  isSettled: boolean;
}

export interface Comparison<Known extends KnownEntry> {
  /** Places among the entries that came: what is new. */
  fresh: number[];
  /** Those that came before, and say more now. */
  more: { place: number; known: Known; said: Said }[];
}

/** Those that are left when equal ones are taken away: only for these it matters what exactly they say. */
export function withoutEqual<Known extends KnownEntry>(
  saidKeys: readonly string[],
  stored: readonly Known[],
): { places: number[]; left: Known[] } {
  const equal = Map.groupBy(stored, ({ saidKey }) => saidKey);
  const taken = new Set<Known>();
  const places = [...saidKeys.keys()].filter((place) => {
    const found = equal.get(saidKeys[place]!)?.pop();
    if (found) taken.add(found);
    return !found;
  });
  return { places, left: stored.filter((one) => !taken.has(one)) };
}

/** A group with more than that is compared no further: what is left counts as new, and is at worst listed twice. */
const MOST_COMPARED = 1_000_000;

/** What of the entries of one booking is new, and what says more than is stored. `stored`: with what they say, opened. */
export function compare<Known extends KnownEntry & { said: Said | null }>(
  came: readonly { place: number; entry: BankEntry }[],
  stored: readonly Known[],
): Comparison<Known> {
  const left = new Map(stored.map((one) => [one, one.said && traitsOf(one.said)]));
  // Those with the same amount and the same name for it, so that a batch of a hundred thousand is not compared each with each.
  const byName = new Map<string, Set<Known>>();
  const nameOf = (amountMinor: bigint | null, traits: Traits | null) =>
    `${amountMinor} ${traits?.endToEndId || traits?.references[0] || ''}`;
  for (const [one, traits] of left) {
    const name = nameOf(one.amountMinor, traits);
    byName.set(name, (byName.get(name) ?? new Set()).add(one));
  }
  const take = (one: Known) => {
    byName.get(nameOf(one.amountMinor, left.get(one) ?? null))?.delete(one);
    left.delete(one);
  };
  const more: Comparison<Known>['more'] = [];
  let compared = 0;
  const find = (entry: BankEntry, fits: (one: Known) => boolean): Known | undefined => {
    const own = traitsOf(entry);
    const search = (among: Iterable<Known>): Known | undefined => {
      let found: Known | undefined;
      for (const one of among) {
        if (++compared > MOST_COMPARED) return found;
        const traits = left.get(one) ?? null;
        if (!fits(one) || (traits && contradict(own, traits, entry.booking.reference))) continue;
        if (traits?.text === own.text) return one;
        found ??= one;
      }
      return found;
    };
    return search(byName.get(nameOf(entry.amountMinor, own)) ?? []) ?? search(left.keys());
  };
  // The same part of the booking.
  const others = came.filter(({ place, entry }) => {
    const known = find(entry, ({ amountMinor }) => amountMinor === entry.amountMinor);
    if (!known) return true;
    take(known);
    if (!known.isSettled && saysMore(entry, known.said))
      more.push({ place, known, said: mergedOf(entry, known.said!) });
    return false;
  });
  // A person has decided about a booking whose parts contradicted it. The decision stands.
  if (stored.some(({ isSettled, said }) => isSettled && said?.fault)) return { fresh: [], more };
  // The whole of it came before, and now its parts; or the other way round.
  let isSumKnown = false;
  const fresh = others.filter(({ place, entry }) => {
    if (entry.fault && isSumKnown) return false;
    const { totalMinor } = entry.booking;
    const isWhole = ({ amountMinor, said }: Known) => amountMinor === totalMinor || Boolean(said?.fault);
    const whole = find(entry, isWhole);
    if (whole?.isSettled || (whole && entry.fault)) return false;
    if (whole) {
      take(whole);
      more.push({ place, known: whole, said: saidOf(entry) });
      return false;
    }
    compared += left.size;
    if (entry.amountMinor !== totalMinor || compared > MOST_COMPARED) return true;
    const parts = partsIn(entry, left);
    if (parts.length === 0 || sumOf(parts) !== totalMinor) return true;
    for (const one of parts) left.delete(one);
    isSumKnown = true;
    return false;
  });
  return { fresh: fresh.map(({ place }) => place), more };
}

/** The stored entries that may be parts of this one, which came as a whole. */
function partsIn<Known extends KnownEntry>(
  entry: BankEntry,
  left: ReadonlyMap<Known, Traits | null>,
): Known[] {
  const { totalMinor, reference } = entry.booking;
  const own = traitsOf(entry);
  return [...left].flatMap(([one, traits]) =>
    one.amountMinor === totalMinor || (traits && contradict(own, traits, reference)) ? [] : [one],
  );
}

const sumOf = (entries: Iterable<KnownEntry>): bigint =>
  [...entries].reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0n), 0n);

interface Traits {
  endToEndId: string;
  references: readonly string[];
  bankReference: string;
  account: string;
  name: string;
  returned: string;
  text: string;
}

const compact = (text: string | null | undefined): string =>
  (text ?? '').toUpperCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

function traitsOf({ endToEndId, text, bankReference, counterparty, returned }: Said | BankEntry): Traits {
  return {
    endToEndId: endToEndId === 'NOTPROVIDED' ? '' : compact(endToEndId),
    references: referencesIn(`${text} ${endToEndId ?? ''}`),
    bankReference: bankReference ?? '',
    account: compact(counterparty.account),
    name: compact(counterparty.name),
    returned: returned?.code ?? '',
    text: compact(text),
  };
}

/** Both say something of the same thing, and it is not the same: then they are two. A text need not be the same. */
function contradict(a: Traits, b: Traits, ofBooking: string | null): boolean {
  const differ = (x: string, y: string) => x !== '' && y !== '' && x !== y;
  const isCut = (x: string, y: string) => x.startsWith(y) || y.startsWith(x);
  const areOwn = a.bankReference !== ofBooking && b.bankReference !== ofBooking;
  return (
    differ(a.endToEndId, b.endToEndId) ||
    differ(a.returned, b.returned) ||
    (areOwn && differ(a.bankReference, b.bankReference)) ||
    (differ(a.account, b.account) && !a.account.endsWith(b.account) && !b.account.endsWith(a.account)) ||
    (differ(a.name, b.name) && !isCut(a.name, b.name)) ||
    (a.references.length > 0 &&
      b.references.length > 0 &&
      !a.references.some((one) => b.references.includes(one)))
  );
}

function saysMore(entry: BankEntry, known: Said | null): boolean {
  if (known === null || entry.fault) return false;
  if (known.fault) return true;
  const [now, before] = [traitsOf(entry), traitsOf(known)];
  const isNew = (key: 'endToEndId' | 'account' | 'name' | 'returned') =>
    now[key] !== '' && before[key] === '';
  return (
    (['endToEndId', 'account', 'name', 'returned'] as const).some(isNew) ||
    (entry.returned !== null && known.returned === null) ||
    (entry.messageId !== null && known.messageId === null) ||
    (entry.batchId !== null && known.batchId === null) ||
    now.references.some((one) => !before.references.includes(one)) ||
    !before.text.includes(now.text)
  );
}

export function saidOf(entry: BankEntry): Said {
  const {
    account: _,
    direction: __,
    amountMinor: ___,
    currency: ____,
    bookedAt: _____,
    booking: ______,
    ...said
  } = entry;
  return said;
}

/** All that both say. */
function mergedOf(entry: BankEntry, known: Said): Said {
  const said = saidOf(entry);
  const isInIt = compact(said.text).includes(compact(known.text));
  return {
    ...said,
    isCharge: said.isCharge || known.isCharge,
    returned: said.returned ?? known.returned,
    endToEndId: said.endToEndId ?? known.endToEndId,
    messageId: said.messageId ?? known.messageId,
    batchId: said.batchId ?? known.batchId,
    text: isInIt ? said.text : `${said.text} ${known.text}`.trim(),
    counterparty: {
      name: said.counterparty.name ?? known.counterparty.name,
      account: said.counterparty.account ?? known.counterparty.account,
    },
    bankReference: said.bankReference ?? known.bankReference,
    foreignDebit: said.foreignDebit ?? known.foreignDebit ?? null,
  };
}
