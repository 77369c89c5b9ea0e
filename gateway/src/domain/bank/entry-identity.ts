// When two entries are the same (contract 15, docs/decisions/0103). The bank's reference, the booked amount and the day
// identify the booking. The content of a part identifies the part. An entry without a reference is identified by
// everything it says. Pure.
import { hash } from 'node:crypto';
import type { BankEntry, EntryDetails } from './bank-entry.ts';
import { referencesIn } from './creditor-reference.ts';

const digest = (parts: unknown): string => hash('sha256', JSON.stringify(parts), 'hex').slice(0, 32);

/** Equal for all parts of one booking, whatever message brings them. */
export function bookingKeyOf(entry: BankEntry): string {
  const { account, direction, isReversal, amountMinor, booking } = entry;
  const booked = [account, direction === 'status' ? String(amountMinor) : booking.amount, isReversal];
  if (booking.reference !== null) return digest(['reference', ...booked, booking.day, booking.reference]);
  const { returned, endToEndId, messageId, batchId, text, counterparty, status, ofRest, nameCheck } = entry;
  return digest([
    ...['said', ...booked, direction, booking.day, returned, endToEndId, messageId, batchId, text],
    ...[counterparty, status, ofRest],
    // A bank may check the same names again; the later report counts.
    ...(nameCheck ? [nameCheck] : []),
  ]);
}

/** Equal for parts of one booking with the same content. */
export function detailsKeyOf(entry: BankEntry): string {
  const { amountMinor, currency, returned, endToEndId, messageId, batchId, text, counterparty } = entry;
  const { bankReference, fault } = entry;
  return digest([
    ...[String(amountMinor), currency, returned, endToEndId, messageId, batchId, text, counterparty],
    ...[bankReference, fault],
  ]);
}

/** `place`: the position among the entries of its booking. */
export const entryKeyOf = (bookingKey: string, place: number): string => digest([bookingKey, place]);

/**
 * The keys that release 0.2.0 gave, in the order of the entries. We need them to recognise what that release stored.
 */
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

/** The parts of a stored entry that are compared. */
export interface KnownEntry {
  id: string;
  /** null: release 0.2.0 stored it. */
  saidKey: string | null;
  amountMinor: bigint | null;
  /** The entry is applied, or holds a payment: more details change nothing. */
  isSettled: boolean;
}

/** The entries that remain after equal ones are removed. Only these need an exact comparison. */
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

/**
 * The most comparisons for one booking. After these, its remaining entries count as new. At worst they are listed
 * twice.
 */
const MOST_COMPARED = 1_000_000;

/** What an incoming entry is, compared with the stored ones: new, known, or a stored entry with more details. */
export type Found<Known> = 'new' | 'known' | { known: Known; said: EntryDetails };

/**
 * The stored entries of one booking; each is found once. First `add` all of them; then ask for all `samePart`, then
 * `sameWhole`.
 */
export class StoredBooking<Known extends KnownEntry & { said: EntryDetails | null }> {
  readonly #left = new Map<Known, Traits | null>();
  /** By amount and name, so that a batch of a hundred thousand is not compared pair by pair. */
  readonly #byName = new Map<string, Set<Known>>();
  #compared = 0;
  #isDecided = false;
  #isSumKnown = false;

  add(one: Known): void {
    const traits = one.said && traitsOf(one.said);
    this.#left.set(one, traits);
    const name = nameOf(one.amountMinor, traits);
    this.#byName.set(name, (this.#byName.get(name) ?? new Set()).add(one));
    // A person has decided about a booking with contradicting parts. The decision stands.
    if (one.isSettled && one.said?.fault) this.#isDecided = true;
  }

  samePart(entry: BankEntry): Found<Known> {
    const known = this.#find(entry, ({ amountMinor }) => amountMinor === entry.amountMinor);
    if (!known) return 'new';
    this.#take(known);
    const isMore = !known.isSettled && saysMore(entry, known.said);
    return isMore ? { known, said: mergedOf(entry, known.said!) } : 'known';
  }

  /** The whole entry came first and now its parts come, or the other way round. */
  sameWhole(entry: BankEntry): Found<Known> {
    if (this.#isDecided || (entry.fault && this.#isSumKnown)) return 'known';
    const { totalMinor } = entry.booking;
    const isWhole = ({ amountMinor, said }: Known) => amountMinor === totalMinor || Boolean(said?.fault);
    const whole = this.#find(entry, isWhole);
    if (whole?.isSettled || (whole && entry.fault)) return 'known';
    if (whole) {
      this.#take(whole);
      return { known: whole, said: detailsOfEntry(entry) };
    }
    return this.#isSumOfParts(entry) ? 'known' : 'new';
  }

  #isSumOfParts(entry: BankEntry): boolean {
    const { totalMinor, reference } = entry.booking;
    this.#compared += this.#left.size;
    if (entry.amountMinor !== totalMinor || this.#compared > MOST_COMPARED) return false;
    const own = traitsOf(entry);
    const parts = [...this.#left].flatMap(([one, traits]) =>
      one.amountMinor === totalMinor || (traits && contradict(own, traits, reference)) ? [] : [one],
    );
    const sum = parts.reduce((total, { amountMinor }) => total + (amountMinor ?? 0n), 0n);
    if (parts.length === 0 || sum !== totalMinor) return false;
    for (const one of parts) this.#take(one);
    this.#isSumKnown = true;
    return true;
  }

  #find(entry: BankEntry, fits: (one: Known) => boolean): Known | undefined {
    const own = traitsOf(entry);
    const search = (among: Iterable<Known>): Known | undefined => {
      let found: Known | undefined;
      for (const one of among) {
        if (++this.#compared > MOST_COMPARED) return found;
        const traits = this.#left.get(one) ?? null;
        if (!fits(one) || (traits && contradict(own, traits, entry.booking.reference))) continue;
        if (traits?.text === own.text) return one;
        found ??= one;
      }
      return found;
    };
    return search(this.#byName.get(nameOf(entry.amountMinor, own)) ?? []) ?? search(this.#left.keys());
  }

  #take(one: Known): void {
    this.#byName.get(nameOf(one.amountMinor, this.#left.get(one) ?? null))?.delete(one);
    this.#left.delete(one);
  }
}

const nameOf = (amountMinor: bigint | null, traits: Traits | null): string =>
  `${amountMinor} ${traits?.endToEndId || traits?.references[0] || ''}`;

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

function traitsOf({
  endToEndId,
  text,
  bankReference,
  counterparty,
  returned,
}: EntryDetails | BankEntry): Traits {
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

/** If both name the same trait with different values, they are two entries. Their texts may differ. */
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

function saysMore(entry: BankEntry, known: EntryDetails | null): boolean {
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

export function detailsOfEntry(entry: BankEntry): EntryDetails {
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

/** Everything that the two say together. */
function mergedOf(entry: BankEntry, known: EntryDetails): EntryDetails {
  const said = detailsOfEntry(entry);
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
