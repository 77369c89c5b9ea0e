// A booked entry of a statement, split into the parts that the bank names: one for each detail, else the entry itself
// (contract 15). What a part says counts only if all parts add up to the booked amount, in its direction. Pure.
import { type BankAmount, readAmount } from './bank-amount.ts';
import { type BankEntry, EMPTY_ENTRY } from './bank-entry.ts';
import { foreignDebitOf } from './debit-kind.ts';
import { type Fields, MessageFault } from './message-reader.ts';
import { readBooked } from './read-booked.ts';
import { decimal } from './statement-sums.ts';

/** In the account's currency. The amount instructed before charges (InstdAmt) is not the amount that moved. */
const BOOKED = ['Amt', 'AmtDtls/TxAmt/Amt'];

type Counterparty = BankEntry['counterparty'];
const NOBODY: Counterparty = { name: null, account: null };

/**
 * A detail is read as soon as it is complete. An entry may have two hundred thousand details, so nothing else of them
 * is kept.
 */
export interface Detail {
  part: BankEntry;
  amounts: readonly BankAmount[];
  /** null: the same as its entry. */
  sign: 1n | -1n | null;
  kind: string | undefined;
  foreignDebit: string | null;
  debtor: Counterparty;
  creditor: Counterparty;
}

/** Throws MessageFault. */
export function readDetail(detail: Fields): Detail {
  const sign = detail.get('CdtDbtInd');
  return {
    part: {
      ...EMPTY_ENTRY,
      returned: returnOf(detail),
      endToEndId: detail.get('Refs/EndToEndId') ?? null,
      messageId: detail.get('Refs/MsgId') ?? null,
      batchId: detail.get('Refs/PmtInfId') ?? null,
      text: textOf(detail),
      bankReference: bankReferenceOf(detail.get('Refs/AcctSvcrRef')),
    },
    amounts: BOOKED.flatMap((path) => moneyOf(detail, path) ?? []),
    sign: sign === undefined ? null : signOf(sign),
    kind: detail.get(KIND),
    foreignDebit: foreignDebitOf(detail),
    debtor: partyOf(detail, 'Dbtr'),
    creditor: partyOf(detail, 'Cdtr'),
  };
}

/** The booked amount with its sign. Throws MessageFault. */
export function bookedOf(entry: Fields): { money: BankAmount | null; sign: 1n | -1n } {
  return { money: moneyOf(entry, 'Amt'), sign: signOf(entry.get('CdtDbtInd')) };
}

export function partsOf(entry: Fields, details: readonly Detail[]): BankEntry[] {
  const head = headOf(entry);
  const { money, sign } = head;
  const said = details.map((detail) => amountOfDetail(detail, money, sign));
  const fault = money?.minor == null ? faultOfFigure(entry, money) : faultOfParts(said, money, sign);
  if (details.length === 0) return [partOf(head, readDetail(new Map()), { money, sign, fault })];
  return details.map((detail, place) => {
    // The first part holds the whole booked amount, so that all parts together equal the account's movement.
    if (fault !== null) return partOf(head, detail, { money: place === 0 ? money : null, sign, fault });
    const own = details.length === 1 ? { money, sign } : said[place]!;
    return partOf(head, detail, { ...own, fault: own.sign > sign ? CAME_IN_WITH_A_DEBIT : null });
  });
}

/**
 * A fault even if all parts add up: the whole entry is a debit, so no part counts as a pay-in before a person has
 * looked at it.
 */
const CAME_IN_WITH_A_DEBIT = 'one of its details is a credit, but the entry is a debit';

/** What all parts of an entry share. It is read once. */
function headOf(entry: Fields) {
  const { money, sign } = bookedOf(entry);
  const bookedAt = entry.get('BookgDt/Dt') ?? entry.get('BookgDt/DtTm') ?? entry.get('ValDt/Dt') ?? null;
  const currency = entry.get('Amt@Ccy') ?? null;
  return {
    money,
    sign,
    bookedAt,
    currency,
    isReversal: entry.get('RvslInd') === 'true' || entry.get('RvslInd') === '1',
    messageId: entry.get('NtryDtls/Btch/MsgId') ?? null,
    batchId: entry.get('NtryDtls/Btch/PmtInfId') ?? null,
    kind: entry.get(KIND),
    foreignDebit: foreignDebitOf(entry),
    text: entry.get('AddtlNtryInf') ?? '',
    booking: {
      reference: bankReferenceOf(entry.get('AcctSvcrRef')),
      amount: `${entry.get('CdtDbtInd')} ${money?.text ?? ''} ${currency ?? ''}`,
      totalMinor: money?.minor ?? null,
      day: readBooked(bookedAt)?.day ?? null,
    },
  };
}

interface SaidAmount {
  /** null: it names no amount in the currency of the account. */
  money: BankAmount | null;
  sign: 1n | -1n;
}

function amountOfDetail(detail: Detail, booked: BankAmount | null, sign: 1n | -1n): SaidAmount {
  const money = detail.amounts.find(({ currency }) => currency === booked?.currency);
  return { money: money ?? null, sign: detail.sign ?? sign };
}

/** null: they add up. */
function faultOfParts(said: readonly SaidAmount[], booked: BankAmount, sign: 1n | -1n): string | null {
  const [first] = said;
  if (!first) return null;
  // A single detail need not repeat the amount.
  const isWhole = said.length === 1 && first.money === null;
  const parts = isWhole ? [{ money: booked, sign: first.sign }] : said;
  if (parts.some(({ money }) => money?.exact == null || money.minor === null))
    return 'not all of its details have an amount in the currency of the account, so their sum cannot be checked';
  const sum = parts.reduce((total, one) => total + one.sign * one.money!.exact!, 0n);
  if (sum === sign * booked.exact!) return null;
  return `its details add up to ${decimal(sum)}, but its amount is ${decimal(sign * booked.exact!)}`;
}

const faultOfFigure = (entry: Fields, money: BankAmount | null): string =>
  money === null
    ? 'it has no amount with a currency'
    : `its amount of ${money.text.slice(0, 40)} ${entry.get('Amt@Ccy')} is not a valid amount in that currency`;

function partOf(
  head: ReturnType<typeof headOf>,
  detail: Detail,
  { money, sign, fault }: SaidAmount & { fault: string | null },
): BankEntry {
  const { part } = detail;
  const { booking } = head;
  const kind = detail.kind ?? head.kind;
  part.direction = sign === 1n ? 'credit' : 'debit';
  part.isReversal = head.isReversal;
  part.isCharge = CHARGES.has(kind ?? '');
  part.returned ??= kind === 'RRTN' ? { code: '' } : null;
  part.amountMinor = money?.minor ?? null;
  part.currency = money?.currency ?? head.currency;
  part.bookedAt = head.bookedAt;
  part.messageId ??= head.messageId;
  part.batchId ??= head.batchId;
  if (head.text !== '') part.text = part.text === '' ? head.text : `${part.text} ${head.text}`;
  part.counterparty = sign === 1n ? detail.debtor : detail.creditor;
  part.foreignDebit = sign === 1n ? null : (detail.foreignDebit ?? head.foreignDebit);
  part.fault = fault;
  const { bankReference } = part;
  part.booking = booking.reference === null ? { ...booking, reference: bankReference } : booking;
  part.bankReference ??= booking.reference;
  return part;
}

function partyOf(detail: Fields, party: string): Counterparty {
  const name = detail.get(`RltdPties/${party}/Pty/Nm`) ?? detail.get(`RltdPties/${party}/Nm`) ?? null;
  const account =
    detail.get(`RltdPties/${party}Acct/Id/IBAN`) ?? detail.get(`RltdPties/${party}Acct/Id/Othr/Id`) ?? null;
  return name === null && account === null ? NOBODY : { name, account };
}

function signOf(indicator: string | undefined): 1n | -1n {
  if (indicator !== 'CRDT' && indicator !== 'DBIT')
    throw new MessageFault('body: an entry is neither a credit nor a debit');
  return indicator === 'CRDT' ? 1n : -1n;
}

function moneyOf(fields: Fields, path: string): BankAmount | null {
  const currency = fields.get(`${path}@Ccy`);
  return currency === undefined ? null : readAmount(fields.get(path), currency);
}

function returnOf(detail: Fields): BankEntry['returned'] {
  const code = detail.get('RtrInf/Rsn/Cd') ?? detail.get('RtrInf/Rsn/Prtry');
  if (code !== undefined) return { code };
  for (const path of detail.keys()) if (path.startsWith('RtrInf/')) return { code: '' };
  return null;
}

const KIND = 'BkTxCd/Domn/Fmly/SubFmlyCd';
/** ISO 20022: charges, fees, commission. */
const CHARGES: ReadonlySet<string> = new Set(['CHRG', 'FEES', 'COMM']);

function textOf(detail: Fields): string {
  const parts = [
    detail.get('RmtInf/Strd/CdtrRefInf/Ref'),
    detail.get('RmtInf/Ustrd'),
    detail.get('RmtInf/Strd/AddtlRmtInf'),
    detail.get('AddtlTxInf'),
  ];
  return parts.filter((part) => part !== undefined).join(' ');
}

/** Some texts mean that the bank has no reference. */
const bankReferenceOf = (text: string | undefined): string | null =>
  text === undefined || /^(?:NONREF|NOTPROVIDED|0+|-)$/i.test(text) ? null : text;
