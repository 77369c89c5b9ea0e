// What a bank says in a message (contract 15), as entries. A statement or notification (camt.053, camt.054) gives one
// for each detail, else one for each entry. A status report (pain.002) gives one for each status. Only booked entries
// count. Pure.
import { readAmount } from './bank-amount.ts';
import { type BankEntry, EMPTY_ENTRY } from './bank-entry.ts';
import { bookedOf, type Detail, partsOf, readDetail } from './entry-parts.ts';
import {
  type Fields,
  MessageFault,
  MessageReader,
  type MessageRecord,
  type RecordNames,
} from './message-reader.ts';
import { isNameCheck, MATCHES } from './name-check.ts';
import {
  type Balance,
  type ClosingBalance,
  closingBalances,
  readBalance,
  type StatementPart,
  type StatementSum,
  sumsOfParts,
} from './statement-sums.ts';

const STATEMENT: RecordNames = {
  'BkToCstmrStmt/GrpHdr': 'header',
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
  'CstmrPmtStsRpt/GrpHdr': 'header',
  'CstmrPmtStsRpt/OrgnlGrpInfAndSts': 'group',
  'CstmrPmtStsRpt/OrgnlGrpInfAndSts/NbOfTxsPerSts': 'number',
  'CstmrPmtStsRpt/OrgnlPmtInfAndSts': 'batch',
  'CstmrPmtStsRpt/OrgnlPmtInfAndSts/NbOfTxsPerSts': 'number',
  'CstmrPmtStsRpt/OrgnlPmtInfAndSts/TxInfAndSts': 'transfer',
};

const MESSAGES: Readonly<Record<string, RecordNames>> = {
  'pain.002.001.10': STATUS_REPORT,
  'camt.053.001.08': STATEMENT,
  'camt.054.001.08': NOTIFICATION,
  'camt.053.001.02': STATEMENT,
  'camt.054.001.02': NOTIFICATION,
};

export interface ReadMessage {
  /** `camt.053.001.08` */
  kind: string;
  accounts: string[];
  entries: BankEntry[];
  /** Empty for a message that does not add up. */
  balances: ClosingBalance[];
  /** What each statement of a camt.053 says. */
  sums: StatementSum[];
  /**
   * Why nothing of the message is applied before a person decides, in words; null: it adds up, as far as we can
   * compare.
   */
  fault: string | null;
}

/** Entries and details, or statuses. Even 20 MB of the shortest meaningful ones have fewer. */
const MOST_ENTRIES = 300_000;
const MOST_BALANCES = 10_000;
const MOST_STATEMENTS = 10_000;

/** Reads a message piece by piece. `write` and `close` throw MessageFault. */
export class StatementReader {
  readonly #reader = new MessageReader(MESSAGES, (record) => this.#take(record));
  readonly #accounts = new Set<string>();
  readonly #entries: BankEntry[] = [];
  readonly #balances: ClosingBalance[] = [];
  readonly #statements: StatementPart[] = [];
  #counted = 0;
  #countedBalances = 0;
  /** Records whose parent element is not complete yet. */
  #details: Detail[] = [];
  #firstOfStatement = 0;
  #pendingBalances: Balance[] = [];
  #entered = new Map<string, bigint | null>();
  #header: Fields = new Map();
  #transfers: Fields[] = [];
  #group: Fields = new Map();
  #hasBatch = false;
  /** How many transfers match, by the counts of the group, and of the element that is being read. */
  #groupMatches: number | null = null;
  #matches: number | null = null;

  write(bytes: Uint8Array): void {
    this.#reader.write(bytes);
  }

  close(): ReadMessage {
    this.#reader.close();
    const isOfNames = isNameCheck(statusOf(this.#group, 'GrpSts')?.code ?? '');
    // The report of a name check may count the matching transfers of the file and list only the others.
    if (this.#group.size > 0 && (!this.#hasBatch || isOfNames))
      this.#addStatus(new Map(), null, { matches: this.#groupMatches });
    const { sums, fault } = sumsOfParts(this.#statements);
    if (fault !== null) for (const entry of this.#entries) entry.fault ??= fault;
    return {
      kind: this.#reader.message!,
      accounts: [...this.#accounts],
      entries: this.#entries,
      balances: fault === null ? this.#balances : [],
      // A notification (camt.054) has no balances.
      sums: sums.filter(({ openingMinor, closingMinor }) => openingMinor !== null || closingMinor !== null),
      fault,
    };
  }

  #take({ name, fields }: MessageRecord): void {
    switch (name) {
      case 'header':
        this.#header = fields;
        return;
      case 'detail':
        this.#count();
        this.#details.push(readDetail(fields));
        return;
      case 'balance':
        this.#takeBalance(fields);
        return;
      case 'entry':
        this.#count();
        if (isBooked(fields)) this.#takeEntry(fields);
        this.#details = [];
        return;
      case 'statement':
        this.#endStatement(fields);
        return;
      case 'number':
        this.#count();
        this.#matches ??= matchesIn(fields);
        return;
      case 'group':
        this.#group = fields;
        this.#groupMatches = this.#takeMatches();
        return;
      case 'transfer':
        this.#count();
        this.#transfers.push(fields);
        return;
      case 'batch':
        this.#count();
        this.#endBatch(fields);
    }
  }

  #count(): void {
    if (++this.#counted > MOST_ENTRIES)
      throw new MessageFault(`body: has more than ${MOST_ENTRIES} entries and details`);
  }

  #takeBalance(fields: Fields): void {
    if (++this.#countedBalances > MOST_BALANCES)
      throw new MessageFault(`body: has more than ${MOST_BALANCES} balances`);
    const balance = readBalance(fields);
    if (balance) this.#pendingBalances.push(balance);
  }

  #takeEntry(fields: Fields): void {
    for (const part of partsOf(fields, this.#details)) this.#entries.push(part);
    const { money, sign } = bookedOf(fields);
    if (money === null) return;
    const former = this.#entered.get(money.currency);
    const isKnown = former !== null && money.exact !== null;
    this.#entered.set(money.currency, isKnown ? (former ?? 0n) + sign * money.exact! : null);
  }

  #endStatement(fields: Fields): void {
    const account = fields.get('Acct/Id/IBAN') ?? fields.get('Acct/Id/Othr/Id');
    if (account === undefined) throw new MessageFault('body: a statement names no account');
    if (this.#statements.length === MOST_STATEMENTS)
      throw new MessageFault(`body: has more than ${MOST_STATEMENTS} statements`);
    const own = account.replaceAll(/\s/g, '').toUpperCase();
    this.#accounts.add(own);
    for (; this.#firstOfStatement < this.#entries.length; this.#firstOfStatement++)
      this.#entries[this.#firstOfStatement]!.account = own;
    this.#balances.push(...closingBalances(this.#pendingBalances, own));
    this.#statements.push({
      account: own,
      name: ['ElctrncSeqNb', 'LglSeqNb', 'Id'].map((path) => fields.get(path)).find((one) => one) ?? '',
      page: pageOf(fields, 'StmtPgntn') ?? pageOf(this.#header, 'MsgPgntn'),
      balances: this.#pendingBalances,
      entered: this.#entered,
    });
    this.#pendingBalances = [];
    this.#entered = new Map();
  }

  #takeMatches(): number | null {
    const matches = this.#matches;
    this.#matches = null;
    return matches;
  }

  #endBatch(batch: Fields): void {
    this.#hasBatch = true;
    const own = statusOf(batch, 'PmtInfSts');
    const rest = own ?? statusOf(this.#group, 'GrpSts');
    const matches = this.#takeMatches();
    const isOfNames = isNameCheck(own?.code ?? '');
    // What the group says about names is an entry of its own (close).
    const isSaidByGroup = own === null && isNameCheck(rest?.code ?? '');
    // If a file or a batch is rejected as a whole, the report may name only the payouts that were the reason. Then the
    // entry of the last named payout also stands for all payouts that the report does not name.
    for (const [index, transfer] of this.#transfers.entries()) {
      const isLast = index === this.#transfers.length - 1;
      const ofRest = isLast && rest?.code === 'RJCT' ? { reason: rest.reason } : null;
      this.#addStatus(batch, transfer, { ofRest });
    }
    if (isOfNames || (this.#transfers.length === 0 && !isSaidByGroup))
      this.#addStatus(batch, null, { matches });
    this.#transfers = [];
  }

  /** `of` is null: the status is of the whole file or batch. */
  #addStatus(
    batch: Fields,
    of: Fields | null,
    { ofRest = null, matches = null }: { ofRest?: BankEntry['ofRest']; matches?: number | null },
  ): void {
    const transfer: Fields = of ?? new Map();
    const status =
      statusOf(transfer, 'TxSts') ?? statusOf(batch, 'PmtInfSts') ?? statusOf(this.#group, 'GrpSts');
    const currency = transfer.get('OrgnlTxRef/Amt/InstdAmt@Ccy') ?? null;
    const money = readAmount(transfer.get('OrgnlTxRef/Amt/InstdAmt'), currency ?? '');
    const reportedAt = this.#header.get('CreDtTm') ?? null;
    this.#entries.push({
      ...EMPTY_ENTRY,
      amountMinor: money?.minor ?? null,
      currency,
      fault: money?.minor === null ? 'its amount is not valid in its currency' : null,
      // A transfer without this id belongs to no payout. It must not look like the status of the whole file (null).
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
      ...(isNameCheck(status?.code ?? '') ? { nameCheck: { reportedAt, matches } } : {}),
    });
  }
}

/** The older form has the code without an element around it. */
const isBooked = (entry: Fields) => (entry.get('Sts/Cd') ?? entry.get('Sts')) === 'BOOK';

function statusOf(fields: Fields, name: string): BankEntry['status'] {
  const code = fields.get(name);
  if (code === undefined) return null;
  return { code, reason: fields.get('StsRsnInf/Rsn/Cd') ?? fields.get('StsRsnInf/Rsn/Prtry') ?? null };
}

/** null: it does not count the matching transfers. */
function matchesIn(fields: Fields): number | null {
  const count = fields.get('DtldNbOfTxs') ?? '';
  return fields.get('DtldSts') === MATCHES && /^\d{1,15}$/.test(count) ? Number(count) : null;
}

/** null: the message is the whole statement, as far as it says. */
function pageOf(fields: Fields, name: string): StatementPart['page'] {
  const number = Number(fields.get(`${name}/PgNb`) ?? Number.NaN);
  const last = fields.get(`${name}/LastPgInd`);
  const isLast = last === 'true' || last === '1';
  return Number.isNaN(number) || (number === 1 && isLast) ? null : { number, isLast };
}
