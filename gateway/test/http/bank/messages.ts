// Messages as a bank writes them: statements and
// notifications (camt), status reports (pain.002).
import { IBAN } from './stage.ts';

interface Party {
  name?: string;
  iban?: string;
}

export interface Detail {
  amount?: string;
  currency?: string;
  endToEndId?: string;
  messageId?: string;
  reference?: string;
  text?: string;
  party?: Party;
  returned?: string;
  bankReference?: string;
}

export interface Entry {
  amount: string;
  currency?: string;
  direction?: 'CRDT' | 'DBIT';
  status?: string;
  reversal?: boolean;
  bankReference?: string;
  /** A day, or a time; absent: the day of the message. */
  bookedAt?: string;
  /** The entry's kind, by its ISO 20022 code: CHRG is a fee. */
  kind?: string;
  /** The payment's family, by its ISO 20022 code: RDDT is a direct debit. */
  family?: string;
  batch?: { messageId?: string; batchId?: string; count?: number };
  /** Absent: an entry without details. */
  details?: Detail[];
}

interface Options {
  kind?: 'camt.053' | 'camt.054';
  version?: '08' | '02';
  iban?: string;
  id?: string;
  day?: string;
  /** A number with two decimals. */
  closing?: string;
  /** Absent: the balance from which the entries add up to the closing one. */
  opening?: string;
  prefix?: string;
}

let made = 0;
/** A new id each time, so that no two files have the same bytes. */
const ownId = () => `MSG-${process.pid}-${++made}`;
const el = (name: string, content: string | undefined) =>
  content === undefined ? '' : `<${name}>${content}</${name}>`;

export function statement(entries: readonly Entry[], options: Options = {}): string {
  const { kind = 'camt.053', version = '08', iban = IBAN, id = ownId(), day = '2026-03-02' } = options;
  const [root, part] = kind === 'camt.053' ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'];
  const balance = (code: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount.replace('-', '')}</Amt>` +
    `<CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
  const { closing = '100.00', opening = openingBefore(entries, closing) } = options;
  const balances = kind === 'camt.053' ? balance('OPBD', opening) + balance('CLBD', closing) : '';
  const xml =
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${kind}.001.${version}"><${root}>` +
    `<GrpHdr><MsgId>${id}</MsgId><CreDtTm>${day}T06:00:00Z</CreDtTm></GrpHdr>` +
    `<${part}><Id>${id}</Id><CreDtTm>${day}T06:00:00Z</CreDtTm><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>${balances}` +
    entries.map((entry) => entryXml(entry, version, day)).join('') +
    `</${part}></${root}></Document>`;
  return options.prefix === undefined ? xml : withPrefix(xml, options.prefix);
}

function openingBefore(entries: readonly Entry[], closing: string): string {
  const cents = (amount: string) => Math.round(Number(amount) * 100);
  const booked = entries.filter(
    ({ status = 'BOOK', currency = 'EUR' }) => status === 'BOOK' && currency === 'EUR',
  );
  const sum = booked.reduce(
    (total, { amount, direction }) => total + (direction === 'DBIT' ? -1 : 1) * cents(amount),
    0,
  );
  return ((cents(closing) - sum) / 100).toFixed(2);
}

const withPrefix = (xml: string, prefix: string) =>
  xml.replaceAll(/<(\/?)([A-Z])/g, `<$1${prefix}:$2`).replace('xmlns=', `xmlns:${prefix}=`);

function entryXml(entry: Entry, version: string, day: string): string {
  const {
    amount,
    currency = 'EUR',
    direction = 'CRDT',
    status = 'BOOK',
    reversal,
    bankReference,
    bookedAt = day,
    kind,
    family,
    batch,
    details = [],
  } = entry;
  const domain = family
    ? `<Domn><Cd>PMNT</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>OTHR</SubFmlyCd></Fmly></Domn>`
    : kind
      ? `<Domn><Cd>ACMT</Cd><Fmly><Cd>MDOP</Cd><SubFmlyCd>${kind}</SubFmlyCd></Fmly></Domn>`
      : '';
  const code = version === '08' ? `<Cd>${status}</Cd>` : status;
  const inner =
    (batch
      ? `<Btch>${el('MsgId', batch.messageId)}${el('PmtInfId', batch.batchId)}${el('NbOfTxs', batch.count?.toString())}</Btch>`
      : '') +
    details.map((detail) => detailXml(detail, { version, direction, isOnly: details.length === 1 })).join('');
  return (
    `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${reversal ? '<RvslInd>true</RvslInd>' : ''}` +
    `<Sts>${code}</Sts><BookgDt>${el(bookedAt.includes('T') ? 'DtTm' : 'Dt', bookedAt)}</BookgDt>${el('AcctSvcrRef', bankReference)}` +
    `<BkTxCd>${domain}<Prtry><Cd>NTRF</Cd></Prtry></BkTxCd>${inner === '' ? '' : `<NtryDtls>${inner}</NtryDtls>`}</Ntry>`
  );
}

function detailXml(
  detail: Detail,
  { version, direction, isOnly }: { version: string; direction: string; isOnly: boolean },
): string {
  const {
    amount,
    currency = 'EUR',
    endToEndId,
    messageId,
    reference,
    text,
    party,
    returned,
    bankReference,
  } = detail;
  const refs = el('MsgId', messageId) + el('AcctSvcrRef', bankReference) + el('EndToEndId', endToEndId);
  const name =
    party?.name === undefined
      ? ''
      : version === '08'
        ? `<Pty><Nm>${party.name}</Nm></Pty>`
        : el('Nm', party.name);
  const side = direction === 'CRDT' ? 'Dbtr' : 'Cdtr';
  const parties =
    (name === '' ? '' : el(side, name)) +
    (party?.iban === undefined ? '' : el(`${side}Acct`, `<Id><IBAN>${party.iban}</IBAN></Id>`));
  const money =
    amount === undefined || isOnly
      ? ''
      : version === '08'
        ? `<Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>`
        : `<AmtDtls><TxAmt><Amt Ccy="${currency}">${amount}</Amt></TxAmt></AmtDtls>`;
  const remittance =
    el('Ustrd', text) +
    (reference === undefined
      ? ''
      : `<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>${reference}</Ref></CdtrRefInf></Strd>`);
  return (
    `<TxDtls>${refs === '' ? '' : el('Refs', refs)}${money}${parties === '' ? '' : el('RltdPties', parties)}` +
    `${remittance === '' ? '' : el('RmtInf', remittance)}${returned === undefined ? '' : `<RtrInf><Rsn><Cd>${returned}</Cd></Rsn></RtrInf>`}</TxDtls>`
  );
}

export interface Status {
  /** Absent: the report does not say which payout it means. */
  endToEndId?: string;
  status: string;
  reason?: string;
  /** The bank's words: for a close match, the name that the recipient's bank knows. */
  words?: string;
  amount?: string;
  recipient?: { name: string; iban: string };
}

function statusXml({ endToEndId, status, reason, words, amount, recipient }: Status): string {
  const why = (reason === undefined ? '' : `<Rsn><Cd>${reason}</Cd></Rsn>`) + el('AddtlInf', words);
  const original =
    (amount === undefined ? '' : `<Amt><InstdAmt Ccy="EUR">${amount}</InstdAmt></Amt>`) +
    (recipient === undefined
      ? ''
      : `<Cdtr><Pty><Nm>${recipient.name}</Nm></Pty></Cdtr>` +
        `<CdtrAcct><Id><IBAN>${recipient.iban}</IBAN></Id></CdtrAcct>`);
  return (
    `<TxInfAndSts>${el('OrgnlEndToEndId', endToEndId)}<TxSts>${status}</TxSts>` +
    `${why === '' ? '' : el('StsRsnInf', why)}${original === '' ? '' : el('OrgnlTxRef', original)}</TxInfAndSts>`
  );
}

/**
 * A report on a file: on the whole file, on some of its payouts, or both. `matches`: how many names match, as the
 * reports of a name check count them.
 */
export function statusReport(
  fileId: string,
  {
    group,
    of = [],
    batchId = `${fileId}-1`,
    batchStatus,
    matches,
    at = '2026-03-02T06:00:00Z',
  }: {
    group?: string;
    of?: readonly Status[];
    batchId?: string;
    batchStatus?: string;
    matches?: number;
    at?: string;
  },
): string {
  const batch =
    of.length === 0 && batchStatus === undefined
      ? ''
      : `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${batchId}</OrgnlPmtInfId>${el('PmtInfSts', batchStatus)}` +
        `${of.map(statusXml).join('')}</OrgnlPmtInfAndSts>`;
  const counted =
    matches === undefined
      ? ''
      : `<NbOfTxsPerSts><DtldNbOfTxs>${matches}</DtldNbOfTxs><DtldSts>RCVC</DtldSts></NbOfTxsPerSts>`;
  return (
    '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>' +
    `<GrpHdr><MsgId>${ownId()}</MsgId><CreDtTm>${at}</CreDtTm></GrpHdr>` +
    `<OrgnlGrpInfAndSts><OrgnlMsgId>${fileId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>` +
    `${el('GrpSts', group)}${counted}</OrgnlGrpInfAndSts>${batch}</CstmrPmtStsRpt></Document>`
  );
}
