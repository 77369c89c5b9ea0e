// A booked entry of a statement as the parts that its bank tells of it: one for each detail, else the entry itself (contract 15). What
// a part says counts only if all of them add up to what was booked, in its direction. Pure.
import { type BankAmount, readAmount } from './bank-amount.ts';
import { type BankEntry, NOTHING } from './bank-entry.ts';
import { readBooked } from './booking-day.ts';
import { foreignDebitOf } from './debit-kind.ts';
import { type Fields, MessageFault } from './message-reader.ts';
import { decimal } from './statement-sums.ts';

export type EntryPart = Omit<BankEntry, 'account'>;

/** In the account's currency; what was instructed before charges (InstdAmt) is not what moved. */
const BOOKED = ['Amt', 'AmtDtls/TxAmt/Amt'];

/** What was booked: its amount with its sign. Throws MessageFault. */
export function bookedOf(entry: Fields): { money: BankAmount | null; sign: 1n | -1n } {
  return { money: moneyOf(entry, 'Amt'), sign: signOf(entry.get('CdtDbtInd')) };
}

export function partsOf(entry: Fields, details: readonly Fields[]): EntryPart[] {
  const head = headOf(entry);
  const { money, sign } = head;
  const said = details.map((detail) => amountOfDetail(detail, money, sign));
  const fault = money?.minor == null ? faultOfFigure(entry, money) : faultOfParts(said, money, sign);
  if (details.length === 0) return [partOf(head, NO_DETAIL, { money, sign, fault, of: [0, 1] })];
  return details.map((detail, place) => {
    const of: [number, number] = [place, details.length];
    // What was booked stands at the first one, so that all parts are together what the account has moved.
    if (fault !== null) return partOf(head, detail, { money: place === 0 ? money : null, sign, fault, of });
    const one = details.length === 1 ? { money, sign } : said[place]!;
    return partOf(head, detail, { ...one, fault, of });
  });
}

const NO_DETAIL: Fields = new Map();

/** What all parts of an entry share, read once. */
function headOf(entry: Fields) {
  const { money, sign } = bookedOf(entry);
  const bookedAt = entry.get('BookgDt/Dt') ?? entry.get('BookgDt/DtTm') ?? entry.get('ValDt/Dt') ?? null;
  const currency = entry.get('Amt@Ccy') ?? null;
  return {
    ...{ entry, money, sign, bookedAt, currency },
    isReversal: entry.get('RvslInd') === 'true' || entry.get('RvslInd') === '1',
    reference: bankReferenceOf(entry.get('AcctSvcrRef')),
    amount: `${entry.get('CdtDbtInd')} ${money?.text ?? ''} ${currency ?? ''}`,
    day: readBooked(bookedAt)?.day ?? null,
  };
}

interface SaidAmount {
  /** null: none in the currency of the account. */
  money: BankAmount | null;
  sign: 1n | -1n;
}

function amountOfDetail(detail: Fields, booked: BankAmount | null, sign: 1n | -1n): SaidAmount {
  const own = detail.get('CdtDbtInd');
  const path = BOOKED.find((one) => detail.get(`${one}@Ccy`) === booked?.currency && detail.has(one));
  return {
    money: path === undefined ? null : moneyOf(detail, path),
    sign: own === undefined ? sign : signOf(own),
  };
}

/** null: they add up. */
function faultOfParts(said: readonly SaidAmount[], booked: BankAmount, sign: 1n | -1n): string | null {
  const [only, ...others] = said;
  if (!only) return null;
  // One detail need not repeat the amount.
  const parts = others.length === 0 && only.money === null ? [{ money: booked, sign: only.sign }] : said;
  if (parts.some(({ money }) => money?.exact == null || money.minor === null))
    return 'its details do not all say an amount in the currency of the account, so they do not add up to it';
  const sum = parts.reduce((total, one) => total + one.sign * one.money!.exact!, 0n);
  if (sum === sign * booked.exact!) return null;
  return `its details do not add up to it: they are ${decimal(sum)}, and it is ${decimal(sign * booked.exact!)}`;
}

const faultOfFigure = (entry: Fields, money: BankAmount | null): string =>
  money === null
    ? 'it has no amount with a currency'
    : `its amount of ${money.text.slice(0, 40)} ${entry.get('Amt@Ccy')} cannot be held in that currency`;

interface Judged extends SaidAmount {
  fault: string | null;
  /** Its place among the details, and how many there are. */
  of: [number, number];
}

function partOf(
  head: ReturnType<typeof headOf>,
  detail: Fields,
  { money, sign, fault, of }: Judged,
): EntryPart {
  const { entry, currency, bookedAt, isReversal, amount, day } = head;
  const party = sign === 1n ? 'Dbtr' : 'Cdtr';
  const ofDetail = bankReferenceOf(detail.get('Refs/AcctSvcrRef'));
  return {
    ...NOTHING,
    direction: sign === 1n ? 'credit' : 'debit',
    isReversal,
    isCharge: CHARGES.has(kindOf(entry, detail) ?? ''),
    returned: returnOf(entry, detail),
    amountMinor: money?.minor ?? null,
    currency: money?.currency ?? currency,
    bookedAt,
    endToEndId: detail.get('Refs/EndToEndId') ?? null,
    messageId: detail.get('Refs/MsgId') ?? entry.get('NtryDtls/Btch/MsgId') ?? null,
    batchId: detail.get('Refs/PmtInfId') ?? entry.get('NtryDtls/Btch/PmtInfId') ?? null,
    text: textOf(entry, detail),
    counterparty: {
      name: detail.get(`RltdPties/${party}/Pty/Nm`) ?? detail.get(`RltdPties/${party}/Nm`) ?? null,
      account:
        detail.get(`RltdPties/${party}Acct/Id/IBAN`) ??
        detail.get(`RltdPties/${party}Acct/Id/Othr/Id`) ??
        null,
    },
    bankReference: ofDetail ?? head.reference,
    foreignDebit: sign === 1n ? null : foreignDebitOf(entry, detail),
    fault,
    booking: {
      ...{ reference: head.reference ?? ofDetail, amount, day, of },
      totalMinor: head.money?.minor ?? null,
    },
  };
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

function returnOf(entry: Fields, detail: Fields): BankEntry['returned'] {
  const code = detail.get('RtrInf/Rsn/Cd') ?? detail.get('RtrInf/Rsn/Prtry');
  if (code !== undefined) return { code };
  return hasReturn(detail) || kindOf(entry, detail) === 'RRTN' ? { code: '' } : null;
}

function hasReturn(detail: Fields): boolean {
  for (const path of detail.keys()) if (path.startsWith('RtrInf/')) return true;
  return false;
}

const kindOf = (entry: Fields, detail: Fields): string | undefined =>
  detail.get('BkTxCd/Domn/Fmly/SubFmlyCd') ?? entry.get('BkTxCd/Domn/Fmly/SubFmlyCd');

/** ISO 20022: charges, fees, commission. */
const CHARGES: ReadonlySet<string> = new Set(['CHRG', 'FEES', 'COMM']);

function textOf(entry: Fields, detail: Fields): string {
  const parts = [
    detail.get('RmtInf/Strd/CdtrRefInf/Ref'),
    detail.get('RmtInf/Ustrd'),
    detail.get('RmtInf/Strd/AddtlRmtInf'),
    detail.get('AddtlTxInf'),
    entry.get('AddtlNtryInf'),
  ];
  return parts.filter((part) => part !== undefined).join(' ');
}

/** What banks write where they have none. */
const bankReferenceOf = (text: string | undefined): string | null =>
  text === undefined || /^(?:NONREF|NOTPROVIDED|0+|-)$/i.test(text) ? null : text;
