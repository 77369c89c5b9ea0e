// What kind of debit an entry is, by everything in which a bank says it: the domain and family of ISO 20022, a code of its own (SWIFT, the
// German banks), a mandate, a creditor identifier. Only a transfer that this account sent can pay a payout: whoever debits the account may
// write the reference of a payout into a direct debit. Pure.
import type { Fields } from './message-reader.ts';

const DIRECT_DEBIT = 'a direct debit';

/** Of an entry or of a detail: in words, what it is instead of a transfer that this account sent; null: it may be one. */
export function foreignDebitOf(fields: Fields): string | null {
  const said = (path: string) => fields.get(path);
  const isCollected =
    said('Refs/MndtId') !== undefined ||
    SCHEMES.has(said('LclInstrm/Cd') ?? '') ||
    CREDITOR_SCHEMES.some((path) => said(path) === 'SEPA');
  if (isCollected) return DIRECT_DEBIT;
  const [domain, own] = [said('BkTxCd/Domn/Cd'), said('BkTxCd/Prtry/Cd')];
  const isTold = (domain !== undefined && !NOT_TOLD.has(domain)) || own !== undefined;
  if (!isTold && BEGINNING.test(said('AddtlNtryInf')?.toUpperCase() ?? '')) return DIRECT_DEBIT;
  return (
    ofFamily(domain, said('BkTxCd/Domn/Fmly/Cd'), said('BkTxCd/Domn/Fmly/SubFmlyCd')) ??
    ofOwnCode(own?.toUpperCase() ?? '')
  );
}

/** Of SEPA direct debits. */
const SCHEMES: ReadonlySet<string> = new Set(['CORE', 'COR1', 'B2B']);
/** The creditor identifier, by which a creditor collects. */
const CREDITOR_SCHEMES = [
  'RltdPties/Cdtr/Pty/Id/PrvtId/Othr/SchmeNm/Prtry',
  'RltdPties/Cdtr/Id/PrvtId/Othr/SchmeNm/Prtry',
];

/** Transfers that were sent, and the codes by which a bank says that it does not tell which they are. */
const SENT: ReadonlySet<string> = new Set(['ICDT', 'IRCT', 'NTAV', 'OTHR', 'MCOP', 'MDOP']);
const NOT_TOLD: ReadonlySet<string> = new Set(['XTND', 'NTAV']);
const DEBITED: ReadonlySet<string> = new Set(['RDDT', 'IDDT']);
/** What is no transfer within any family: fees, interest, returns. */
const NO_TRANSFER: ReadonlySet<string> = new Set(['CHRG', 'FEES', 'COMM', 'INTR', 'RRTN', 'RPCR']);

function ofFamily(domain?: string, family = 'NTAV', kind = ''): string | null {
  if (domain === undefined || NOT_TOLD.has(domain)) return null;
  if (DEBITED.has(family)) return DIRECT_DEBIT;
  const isSent = domain === 'PMNT' && SENT.has(family) && !NO_TRANSFER.has(kind);
  return isSent ? null : `an entry of the kind ${[domain, family, kind].filter(Boolean).join('/')}`;
}

/** Of MT940: direct debits, cheques, collections, fees and interest. */
const SWIFT = /^[NFS]?(DDT|CHK|COL|CHG|COM|INT|BRF|ECK)(?![A-Z])/;
/** Of the German banks: direct debits and their returns (104 to 109, and 004, 005 of old ones). */
const GERMAN = /^(?:[A-Z]{4}\+)?(?:10[4-9]|00[45])(?:\+|$)/;
const WORDS =
  /DIRECT ?DEBIT|LASTSCHRIFT|PR[EÉ]L[EÈ]VEMENT|INCASSO|DOMICILIA|ADEUDO|RECIBO|ADDEBITO DIRETTO|\bSDD\b/;
/** Of the text of an entry without a code, which begins with its kind. Further on it may name a recipient. */
const BEGINNING =
  /^(?:SEPA[ -]?)?(?:(?:ERST|EINMAL|FOLGE|BASIS|FIRMEN)-?)?(?:DIRECT ?DEBIT|LASTSCHRIFT|PR[EÉ]L[EÈ]VEMENT|INCASSO|DOMICILIA|ADEUDO|RECIBO|ADDEBITO DIRETTO|SDD\b)/;

function ofOwnCode(code: string): string | null {
  const [, kind] = SWIFT.exec(code) ?? [];
  if (kind === 'DDT' || GERMAN.test(code) || WORDS.test(code)) return DIRECT_DEBIT;
  return kind === undefined ? null : `an entry of the kind ${code.slice(0, 35)}`;
}
