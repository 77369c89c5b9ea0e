// What a bank says in a message (contract 15), as entries: of a statement or a notification (camt.053, camt.054) one for each detail, else
// for each entry; of a status report (pain.002) one for each status. Only what is booked counts. Pure.
import { createHash } from 'node:crypto';
import { currencyDigits } from '../money/currency.ts';
import {
  type Fields,
  MessageFault,
  MessageReader,
  type MessageRecord,
  type RecordNames,
} from './message-reader.ts';

const STATEMENT: RecordNames = {
  'BkToCstmrStmt/Stmt': 'statement',
  'BkToCstmrStmt/Stmt/Bal': 'balance',
  'BkToCstmrStmt/Stmt/Ntry': 'entry',
  'BkToCstmrStmt/Stmt/Ntry/NtryDtls/TxDtls': 'detail',
};
const NOTIFICATION: RecordNames = {
  'BkToCstmrDbtCdtNtfctn/Ntfctn': 'statement',
  'BkToCstmrDbtCdtNtfctn/Ntfctn/Ntry': 'entry',
  'BkToCstmrDbtCdtNtfctn/Ntfctn/Ntry/NtryDtls/TxDtls': 'detail',
};
const STATUS_REPORT: RecordNames = {
  'CstmrPmtStsRpt/OrgnlGrpInfAndSts': 'group',
  'CstmrPmtStsRpt/OrgnlPmtInfAndSts': 'batch',
  'CstmrPmtStsRpt/OrgnlPmtInfAndSts/TxInfAndSts': 'transfer',
};

const MESSAGES: Readonly<Record<string, RecordNames>> = {
  'pain.002.001.10': STATUS_REPORT,
  'camt.053.001.08': STATEMENT,
  'camt.054.001.08': NOTIFICATION,
  'camt.053.001.02': STATEMENT,
  'camt.054.001.02': NOTIFICATION,
};

/** What a bank says of one movement, or of one payout. */
export interface BankEntry {
  /** The same for the same entry in whatever message it comes. */
  key: string;
  /** The account it is of, as the bank names it; null: a status report does not say it. */
  account: string | null;
  /** credit: money came in; debit: it went out; status: of a payout or of a file of them. */
  direction: 'credit' | 'debit' | 'status';
  isReversal: boolean;
  /** The bank's own fee, by its code of the kind of entry. */
  isCharge: boolean;
  /** Money that comes back, with the code of the reason; null: it is none. */
  returned: { code: string } | null;
  amountMinor: bigint | null;
  currency: string | null;
  /** RFC 3339, or a day; null: it is not said. */
  bookedAt: string | null;
  /** As the parties name it. Of a status report: null, it is of a whole file or batch; empty, of a transfer that it does not name. */
  endToEndId: string | null;
  /** Of the file, and of its batch. */
  messageId: string | null;
  batchId: string | null;
  /** Everything in which a payer may have written a reference. */
  text: string;
  counterparty: { name: string | null; account: string | null };
  /** The bank's own. */
  bankReference: string | null;
  /** Of a status report: RJCT, ACSC …, and the code of its reason. */
  status: { code: string; reason: string | null } | null;
  /** The status is of all other payouts of this file too, or of this batch. */
  ofRest: { reason: string | null } | null;
}

/** The balance that a statement closes with. */
export interface ClosingBalance {
  account: string;
  amountMinor: bigint;
  currency: string;
  /** A day. */
  day: string;
}

export interface ReadMessage {
  /** `camt.053.001.08` */
  kind: string;
  accounts: string[];
  entries: BankEntry[];
  balances: ClosingBalance[];
}

/** Reads a message piece by piece. `write` and `close` throw MessageFault. */
export class StatementReader {
  readonly #reader = new MessageReader(MESSAGES, (record) => this.#take(record));
  readonly #accounts = new Set<string>();
  readonly #entries: BankEntry[] = [];
  readonly #balances: ClosingBalance[] = [];
  /** How often a key came in this message: equal entries are told apart by their order. */
  readonly #times = new Map<string, number>();
  /** Records whose surroundings are not complete yet. */
  #details: Fields[] = [];
  #pending: Omit<BankEntry, 'key'>[] = [];
  #pendingBalances: Fields[] = [];
  #transfers: Fields[] = [];
  #group: Fields = new Map();
  #hasBatch = false;

  write(bytes: Uint8Array): void {
    this.#reader.write(bytes);
  }

  close(): ReadMessage {
    this.#reader.close();
    if (this.#group.size > 0 && !this.#hasBatch) this.#addStatus(new Map(), null, null);
    return {
      kind: this.#reader.message!,
      accounts: [...this.#accounts],
      entries: this.#entries,
      balances: this.#balances,
    };
  }

  #take({ name, fields }: MessageRecord): void {
    switch (name) {
      case 'detail':
        this.#details.push(fields);
        return;
      case 'balance':
        this.#pendingBalances.push(fields);
        return;
      case 'entry':
        if (isBooked(fields)) this.#pending.push(...entriesOf(fields, this.#details));
        this.#details = [];
        return;
      case 'statement':
        this.#endStatement(fields);
        return;
      case 'group':
        this.#group = fields;
        return;
      case 'transfer':
        this.#transfers.push(fields);
        return;
      case 'batch':
        this.#endBatch(fields);
    }
  }

  #endStatement(fields: Fields): void {
    const account = fields.get('Acct/Id/IBAN') ?? fields.get('Acct/Id/Othr/Id');
    if (account === undefined) throw new MessageFault('body: a statement names no account');
    const own = account.replaceAll(/\s/g, '').toUpperCase();
    this.#accounts.add(own);
    for (const entry of this.#pending) this.#add({ ...entry, account: own });
    for (const one of this.#pendingBalances) {
      const balance = closingBalance(one, own);
      if (balance) this.#balances.push(balance);
    }
    this.#pending = [];
    this.#pendingBalances = [];
  }

  #endBatch(batch: Fields): void {
    this.#hasBatch = true;
    const rest = statusOf(batch, 'PmtInfSts') ?? statusOf(this.#group, 'GrpSts');
    if (this.#transfers.length === 0) this.#addStatus(batch, null, null);
    // A file or a batch that is rejected as a whole may name only those that were the reason: the last one speaks for the rest.
    for (const [index, transfer] of this.#transfers.entries()) {
      const isLast = index === this.#transfers.length - 1;
      this.#addStatus(batch, transfer, isLast && rest?.code === 'RJCT' ? { reason: rest.reason } : null);
    }
    this.#transfers = [];
  }

  /** `of` null: it is of the whole file or batch. */
  #addStatus(batch: Fields, of: Fields | null, ofRest: BankEntry['ofRest']): void {
    const transfer: Fields = of ?? new Map();
    const status =
      statusOf(transfer, 'TxSts') ?? statusOf(batch, 'PmtInfSts') ?? statusOf(this.#group, 'GrpSts');
    this.#add({
      ...NOTHING,
      direction: 'status',
      amountMinor: amountOf(transfer, 'OrgnlTxRef/Amt/InstdAmt'),
      currency: transfer.get('OrgnlTxRef/Amt/InstdAmt@Ccy') ?? null,
      // A transfer without one is of no payout, and never of all.
      endToEndId: of === null ? null : (of.get('OrgnlEndToEndId') ?? ''),
      messageId: this.#group.get('OrgnlMsgId') ?? null,
      batchId: batch.get('OrgnlPmtInfId') ?? null,
      counterparty: {
        name: transfer.get('OrgnlTxRef/Cdtr/Pty/Nm') ?? transfer.get('OrgnlTxRef/Cdtr/Nm') ?? null,
        account: transfer.get('OrgnlTxRef/CdtrAcct/Id/IBAN') ?? null,
      },
      text: transfer.get('StsRsnInf/AddtlInf') ?? batch.get('StsRsnInf/AddtlInf') ?? '',
      status: status ?? { code: '', reason: null },
      ofRest,
    });
  }

  #add(entry: Omit<BankEntry, 'key'>): void {
    const said = saidOf(entry);
    const times = this.#times.get(said) ?? 0;
    this.#times.set(said, times + 1);
    this.#entries.push({ ...entry, key: createHash('sha256').update(`${said} ${times}`).digest('hex') });
  }
}

/** What makes two entries the same: the bank's reference and where money went, or without one all that is said. */
function saidOf(entry: Omit<BankEntry, 'key'>): string {
  const {
    account,
    direction,
    isReversal,
    isCharge: _,
    amountMinor,
    currency,
    bankReference,
    ...rest
  } = entry;
  const where = [account, direction, isReversal, String(amountMinor), currency];
  return JSON.stringify(bankReference === null ? [...where, rest] : [...where, bankReference]);
}

const NOTHING: Omit<BankEntry, 'key'> = {
  account: null,
  direction: 'status',
  isReversal: false,
  isCharge: false,
  returned: null,
  amountMinor: null,
  currency: null,
  bookedAt: null,
  endToEndId: null,
  messageId: null,
  batchId: null,
  text: '',
  counterparty: { name: null, account: null },
  bankReference: null,
  status: null,
  ofRest: null,
};

/** The older form has the code without an element of its own. */
const isBooked = (entry: Fields) => (entry.get('Sts/Cd') ?? entry.get('Sts')) === 'BOOK';

function entriesOf(entry: Fields, details: readonly Fields[]): Omit<BankEntry, 'key'>[] {
  const parts = details.length === 0 ? [new Map<string, string>()] : details;
  return parts.map((detail) => {
    const direction = detail.get('CdtDbtInd') ?? entry.get('CdtDbtInd');
    if (direction !== 'CRDT' && direction !== 'DBIT')
      throw new MessageFault('body: an entry is neither a credit nor a debit');
    const isWhole = details.length <= 1;
    const money = isWhole
      ? moneyOf(entry, 'Amt')
      : (moneyOf(detail, 'Amt') ??
        moneyOf(detail, 'AmtDtls/TxAmt/Amt') ??
        moneyOf(detail, 'AmtDtls/InstdAmt/Amt'));
    const party = direction === 'CRDT' ? 'Dbtr' : 'Cdtr';
    return {
      ...NOTHING,
      direction: direction === 'CRDT' ? 'credit' : 'debit',
      isReversal: entry.get('RvslInd') === 'true' || entry.get('RvslInd') === '1',
      isCharge: CHARGES.has(kindOf(entry, detail) ?? ''),
      returned: returnOf(entry, detail),
      amountMinor: money?.minor ?? null,
      currency: money?.currency ?? entry.get('Amt@Ccy') ?? null,
      bookedAt: entry.get('BookgDt/Dt') ?? entry.get('BookgDt/DtTm') ?? entry.get('ValDt/Dt') ?? null,
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
      bankReference: bankReferenceOf(detail.get('Refs/AcctSvcrRef') ?? entry.get('AcctSvcrRef')),
    };
  });
}

function returnOf(entry: Fields, detail: Fields): BankEntry['returned'] {
  const code = detail.get('RtrInf/Rsn/Cd') ?? detail.get('RtrInf/Rsn/Prtry');
  if (code !== undefined) return { code };
  const hasOne = [...detail.keys()].some((path) => path.startsWith('RtrInf/'));
  return hasOne || kindOf(entry, detail) === 'RRTN' ? { code: '' } : null;
}

const kindOf = (entry: Fields, detail: Fields): string | undefined =>
  detail.get('BkTxCd/Domn/Fmly/SubFmlyCd') ?? entry.get('BkTxCd/Domn/Fmly/SubFmlyCd');

/** ISO 20022: charges, fees, commission. */
const CHARGES: ReadonlySet<string> = new Set(['CHRG', 'FEES', 'COMM']);
/** Why an entry that is a fee matches nothing. The month-end knows it by this. */
export const BANK_CHARGE = 'it is a fee of the bank';

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

function statusOf(fields: Fields, name: string): BankEntry['status'] {
  const code = fields.get(name);
  if (code === undefined) return null;
  return { code, reason: fields.get('StsRsnInf/Rsn/Cd') ?? fields.get('StsRsnInf/Rsn/Prtry') ?? null };
}

function closingBalance(fields: Fields, account: string): ClosingBalance | null {
  const money = fields.get('Tp/CdOrPrtry/Cd') === 'CLBD' ? moneyOf(fields, 'Amt') : null;
  const day = (fields.get('Dt/Dt') ?? fields.get('Dt/DtTm'))?.slice(0, 10);
  if (money === null || day === undefined) return null;
  const isOwed = fields.get('CdtDbtInd') === 'DBIT';
  return { account, amountMinor: isOwed ? -money.minor : money.minor, currency: money.currency, day };
}

function moneyOf(fields: Fields, path: string): { minor: bigint; currency: string } | null {
  const currency = fields.get(`${path}@Ccy`);
  const minor = amountOf(fields, path);
  return minor === null || currency === undefined ? null : { minor, currency };
}

/** In minor units. An amount of a currency that is not known has two decimals. */
function amountOf(fields: Fields, path: string): bigint | null {
  const text = fields.get(path);
  if (text === undefined) return null;
  const [, units, decimals = ''] = /^\+?(\d{1,13})(?:\.(\d{0,5}))?$/.exec(text) ?? [];
  const digits = currencyDigits(fields.get(`${path}@Ccy`) ?? '') ?? 2;
  if (units === undefined || /[1-9]/.test(decimals.slice(digits)))
    throw new MessageFault('body: an amount cannot be read');
  return BigInt(units + decimals.slice(0, digits).padEnd(digits, '0'));
}
