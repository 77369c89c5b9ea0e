// A file of payouts for the bank: pain.001.001.09 within the rules of the EPC for SEPA credit transfers (contract 15).
// One batch for each account and day. Names and texts are in the characters of SWIFT's set X. Pure.
import { formatMinor } from '../money/money.ts';
import { latinName, latinText } from '../payment-data/latin-text.ts';
import type { BankAccount } from './bank-account.ts';

export interface FiledPayout {
  transactionId: string;
  amountMinor: bigint;
  iban: string;
  /** null: not given. */
  bic: string | null;
  name: string;
  /** What the recipient reads on the statement. */
  text: string;
}

export interface PaymentFile {
  id: string;
  createdAt: Date;
  /** A day of TARGET; any day for instant transfers. */
  executionDate: string;
  /** All its transfers are instant: banks take instant and ordinary transfers in separate files. */
  isInstant: boolean;
  /** At least one, each with at least one payout. */
  batches: readonly { account: BankAccount; payouts: readonly FiledPayout[] }[];
}

const LONGEST_TEXT = 140;
const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';

/** `MsgId`, and the name of the file in every call. */
export const fileIdOf = (id: string): string => id.replaceAll('-', '');
/** `EndToEndId` of a payout: statements name the payout by this id. */
const endToEndIdOf = (transactionId: string): string => transactionId.replaceAll('-', '');

/** null: it is not one of our ids without dashes. Banks give it back in either case. */
export function idOfCompact(text: string): string | null {
  const compact = text.trim().toLowerCase();
  if (!/^[0-9a-f]{32}$/.test(compact)) return null;
  return [0, 8, 12, 16, 20].map((from, i) => compact.slice(from, [8, 12, 16, 20, 32][i])).join('-');
}

/** `PmtInfId` of a batch. */
const batchIdOf = (id: string, index: number): string => `${fileIdOf(id)}-${index + 1}`;

export function paymentFileXml({ id, createdAt, batches, ...file }: PaymentFile): string {
  const all = batches.flatMap(({ payouts }) => payouts);
  const parts = [
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${NAMESPACE}"><CstmrCdtTrfInitn><GrpHdr>`,
    el('MsgId', fileIdOf(id)),
    el('CreDtTm', `${createdAt.toISOString().slice(0, 19)}Z`),
    sums(all),
    `<InitgPty>${el('Nm', latinName(batches[0]!.account.holder))}</InitgPty></GrpHdr>`,
  ];
  for (const [index, { account, payouts }] of batches.entries()) {
    parts.push(batchHead(batchIdOf(id, index), account, payouts, file));
    for (const payout of payouts) parts.push(transferOf(payout));
    parts.push('</PmtInf>');
  }
  parts.push('</CstmrCdtTrfInitn></Document>\n');
  return parts.join('');
}

function batchHead(
  batchId: string,
  { iban, holder, bic }: BankAccount,
  payouts: readonly FiledPayout[],
  { executionDate, isInstant }: Pick<PaymentFile, 'executionDate' | 'isInstant'>,
): string {
  return [
    '\n<PmtInf>',
    el('PmtInfId', batchId),
    // The statement lists each payout as its own entry, so we can match it.
    '<PmtMtd>TRF</PmtMtd><BtchBookg>false</BtchBookg>',
    sums(payouts),
    `<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl>${isInstant ? '<LclInstrm><Cd>INST</Cd></LclInstrm>' : ''}</PmtTpInf>`,
    `<ReqdExctnDt>${el('Dt', executionDate)}</ReqdExctnDt>`,
    `<Dbtr>${el('Nm', latinName(holder))}</Dbtr>`,
    `<DbtrAcct><Id>${el('IBAN', iban)}</Id><Ccy>EUR</Ccy></DbtrAcct>`,
    `<DbtrAgt><FinInstnId>${bic === null ? '<Othr><Id>NOTPROVIDED</Id></Othr>' : el('BICFI', bic)}</FinInstnId></DbtrAgt>`,
    '<ChrgBr>SLEV</ChrgBr>',
  ].join('');
}

function transferOf({ transactionId, amountMinor, iban, bic, name, text }: FiledPayout): string {
  const remittanceText = latinText(text, LONGEST_TEXT);
  return [
    '\n<CdtTrfTxInf>',
    `<PmtId>${el('EndToEndId', endToEndIdOf(transactionId))}</PmtId>`,
    `<Amt><InstdAmt Ccy="EUR">${formatMinor(amountMinor, 'EUR')}</InstdAmt></Amt>`,
    bic === null ? '' : `<CdtrAgt><FinInstnId>${el('BICFI', bic)}</FinInstnId></CdtrAgt>`,
    `<Cdtr>${el('Nm', latinName(name))}</Cdtr>`,
    `<CdtrAcct><Id>${el('IBAN', iban)}</Id></CdtrAcct>`,
    remittanceText === '' ? '' : `<RmtInf>${el('Ustrd', remittanceText)}</RmtInf>`,
    '</CdtTrfTxInf>',
  ].join('');
}

function sums(payouts: readonly FiledPayout[]): string {
  const total = payouts.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  return el('NbOfTxs', String(payouts.length)) + el('CtrlSum', formatMinor(total, 'EUR'));
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const el = (name: string, text: string) =>
  `<${name}>${text.replaceAll(/[&<>]/g, (sign) => ESCAPES[sign]!)}</${name}>`;
