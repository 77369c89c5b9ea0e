// What kind of debit an entry is. It looks at all fields in which a bank says so: the domain and family of ISO 20022, a
// code of its own (SWIFT, the German banks), a mandate, a creditor identifier. Only a transfer that this account sent
// can pay a payout: anybody who debits the account could write a payout's reference into a direct debit. Pure.
import type { Fields } from './message-reader.ts';

const DIRECT_DEBIT = 'a direct debit';

/**
 * The kind of an entry or detail, in words, if it is certainly not a transfer that this account sent. null: it may be
 * such a transfer.
 */
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

/** The codes of SEPA direct debits. */
const SCHEMES: ReadonlySet<string> = new Set(['CORE', 'COR1', 'B2B']);
/** The creditor identifier of a creditor who collects. */
const CREDITOR_SCHEMES = [
  'RltdPties/Cdtr/Pty/Id/PrvtId/Othr/SchmeNm/Prtry',
  'RltdPties/Cdtr/Id/PrvtId/Othr/SchmeNm/Prtry',
];

/** Codes for sent transfers, and the codes that leave the kind open. */
const SENT: ReadonlySet<string> = new Set(['ICDT', 'IRCT', 'NTAV', 'OTHR', 'MCOP', 'MDOP']);
const NOT_TOLD: ReadonlySet<string> = new Set(['XTND', 'NTAV']);
const DEBITED: ReadonlySet<string> = new Set(['RDDT', 'IDDT']);
/** Never a transfer, within any family: fees, interest, returns. */
const NO_TRANSFER: ReadonlySet<string> = new Set(['CHRG', 'FEES', 'COMM', 'INTR', 'RRTN', 'RPCR']);

function ofFamily(domain?: string, family = 'NTAV', kind = ''): string | null {
  if (domain === undefined || NOT_TOLD.has(domain)) return null;
  if (DEBITED.has(family)) return DIRECT_DEBIT;
  const isSent = domain === 'PMNT' && SENT.has(family) && !NO_TRANSFER.has(kind);
  return isSent ? null : `an entry of the kind ${[domain, family, kind].filter(Boolean).join('/')}`;
}

/** MT940 codes: direct debits, cheques, collections, fees and interest. */
const SWIFT = /^[NFS]?(DDT|CHK|COL|CHG|COM|INT|BRF|ECK)(?![A-Z])/;
/** Codes of the German banks: direct debits and their returns (104 to 109, and 004, 005 of old ones). */
const GERMAN = /^(?:[A-Z]{4}\+)?(?:10[4-9]|00[45])(?:\+|$)/;
const WORDS =
  /DIRECT ?DEBIT|LASTSCHRIFT|PR[EÉ]L[EÈ]VEMENT|INCASSO|DOMICILIA|ADEUDO|RECIBO|ADDEBITO DIRETTO|\bSDD\b/;
/**
 * The text of an entry without a code begins with its kind. Further on it may name a recipient, so only the beginning
 * counts.
 */
const BEGINNING =
  /^(?:SEPA[ -]?)?(?:(?:ERST|EINMAL|FOLGE|BASIS|FIRMEN)-?)?(?:DIRECT ?DEBIT|LASTSCHRIFT|PR[EÉ]L[EÈ]VEMENT|INCASSO|DOMICILIA|ADEUDO|RECIBO|ADDEBITO DIRETTO|SDD\b)/;

function ofOwnCode(code: string): string | null {
  const [, kind] = SWIFT.exec(code) ?? [];
  if (kind === 'DDT' || GERMAN.test(code) || WORDS.test(code)) return DIRECT_DEBIT;
  return kind === undefined ? null : `an entry of the kind ${code.slice(0, 35)}`;
}
