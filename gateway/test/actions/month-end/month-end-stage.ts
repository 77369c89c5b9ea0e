// A brand with a bank account and a clock that the test sets, for month-ends: pay-ins by transfer, payouts in files,
// statements, cards of the sandbox, and the unpacked result of the month-end action.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { makeMonthEnd } from '../../../src/actions/month-end/make-month-end.ts';
import { monthEndFile } from '../../../src/actions/month-end/month-end-file.ts';
import { packFile, plainFile, zipOf } from '../../../src/actions/month-end/pack-file.ts';
import { textAsItWas } from '../../../src/actions/spreadsheet/spreadsheet-text.ts';
import { hashOfRow, ROOT } from '../../../src/domain/audit/audit.ts';
import {
  auditFacts,
  type FileName,
  filesOf,
  MANIFEST,
  type Manifest,
  SEAL,
  type Seal,
  sha256Of,
  textOf,
} from '../../../src/domain/month-end/manifest.ts';
import { fingerprintOf, newSealKeyPair, signSeal } from '../../../src/domain/month-end/seal-key.ts';
import type { MonthEnd } from '../../../src/storage/month-end/month-end-store.ts';
import { sweepDueRefunds } from '../../../src/worker/due-refunds.ts';
import { type Entry, statement } from '../../http/bank/messages.ts';
import { type Desk, type Json, openBank, openProviderStage } from '../../http/bank/stage.ts';
import type { ProviderStage } from '../../http/providers/stage.ts';
import { OPERATOR_TOKEN } from '../../stage/harness.ts';

export interface Line extends Record<string, string> {}

export interface ClosedMonth {
  monthEnd: MonthEnd;
  isNew: boolean;
  bytes: Uint8Array<ArrayBuffer>;
  manifest: Manifest;
  text(name: string): string;
  table(name: FileName): Line[];
}

export const causes = (month: ClosedMonth): string[] =>
  month.table('differences.csv').map((line) => `${line.Difference} ${line.Month} ${line.Amount}`);

export interface MonthEndStage {
  providerStage: ProviderStage;
  setClock(moment: string): void;
  brand(t: TestContext): Promise<MonthBrand>;
  /** Lets a minute pass, so that the simulated network pays the refunds. */
  payRefunds(): Promise<void>;
}

export interface MonthBrand extends Desk {
  take(entries: readonly Entry[], options?: Parameters<typeof statement>[1]): Promise<Json>;
  /** Takes any message of the bank. */
  tell(xml: string): Promise<Json>;
  close(month: string): Promise<ClosedMonth>;
  /** A transfer to pay: its id, and the entry that pays it. */
  transfer(amount: number, bankReference: string): Promise<{ id: string; paid: Entry }>;
}

export async function openMonthEnds(t?: TestContext, clock = '2026-10-05T10:00:00Z'): Promise<MonthEndStage> {
  let now = new Date(clock);
  const providerStage = await openProviderStage(t, {
    now: () => now,
    workers: false,
    env: { SANDBOX_DELAY_MS: '0' },
  });
  return {
    providerStage,
    setClock: (moment) => {
      now = new Date(moment);
    },
    async payRefunds() {
      now = new Date(now.getTime() + 60_000);
      await sweepDueRefunds(providerStage.gateway.gateway.context);
    },
    async brand(test) {
      const desk = await openBank(test, providerStage);
      const { brandId } = desk.shop.brand;
      const tell: MonthBrand['tell'] = async (body) => {
        const headers = { 'content-type': 'application/xml', authorization: `Bearer ${OPERATOR_TOKEN}` };
        const path = `/operator/brands/${brandId}/bank-statements`;
        const answer = await providerStage.gateway.call('POST', path, { headers, body });
        assert.ok(answer.status < 300, answer.text);
        return answer.body;
      };
      return {
        ...desk,
        tell,
        take: (entries, options) => tell(statement(entries, options)),
        async close(month) {
          const { context } = providerStage.gateway.gateway;
          const brand = context.brands.byId(brandId)!;
          const { monthEnd, isNew } = await makeMonthEnd(context, ROOT, brand, month);
          return await unpackedMonth(context.sql, monthEnd, isNew);
        },
        async transfer(amount, bankReference) {
          const { result } = await desk.payIn(amount);
          const paid: Entry = {
            amount: amount.toFixed(2),
            bankReference,
            details: [{ reference: result.paymentDetails.reference }],
          };
          return { id: result.transactionId, paid };
        },
      };
    },
  };
}

async function unpackedMonth(
  sql: Parameters<typeof monthEndFile>[0],
  monthEnd: MonthEnd,
  isNew: boolean,
): Promise<ClosedMonth> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await monthEndFile(sql, monthEnd)) chunks.push(chunk);
  const bytes = new Uint8Array(Buffer.concat(chunks));
  const files = unzipSync(bytes);
  const text = (name: string) => strFromU8(files[name]!);
  const cast = textAsItWas;
  return {
    monthEnd,
    isNew,
    bytes,
    text,
    manifest: JSON.parse(text('manifest.json')),
    table: (name) => parse(text(name), { bom: true, columns: true, cast }),
  };
}

/** Rewrites the whole archive with its hashes, manifest and seal, signed with the forger's key. */
export async function forged(
  bytes: Uint8Array<ArrayBuffer>,
  change: {
    files?: Partial<Record<FileName, string | Uint8Array>>;
    manifest?: (made: Manifest) => Manifest;
    signature?: (seal: Seal) => Seal['signature'];
  },
): Promise<Uint8Array<ArrayBuffer>> {
  const files = unzipSync(bytes);
  const manifest: Manifest = JSON.parse(strFromU8(files[MANIFEST]!));
  const { auditRow }: Seal = JSON.parse(strFromU8(files[SEAL]!));
  const packed = await Promise.all(
    filesOf(manifest.format).map(async (name) => {
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      const file = await packFile(name, [change.files?.[name] ?? files[name]!], async (_, piece) => {
        pieces.push(new Uint8Array(piece));
      });
      return { ...file, packed: pieces };
    }),
  );
  const made = { ...manifest, files: packed.map(({ packed: _, ...file }) => file) };
  const finalManifest = change.manifest?.(made) ?? made;
  const manifestSha256 = sha256Of(textOf(finalManifest));
  const own = newSealKeyPair();
  const row = { ...auditRow, after: auditFacts(finalManifest, manifestSha256, fingerprintOf(own.publicKey)) };
  const sealed = { manifestSha256, auditRow: { ...row, hash: hashOfRow(row) } };
  const value = signSeal(own.privateKey, textOf(sealed)).toString('base64');
  const signed: Seal = { ...sealed, signature: { publicKey: own.publicKey.toString('base64'), value } };
  const { signature: _, ...rest } = signed;
  const other = change.signature?.(signed);
  const seal: Seal = change.signature ? { ...rest, ...(other && { signature: other }) } : signed;
  const chunks: Uint8Array[] = [];
  const all = [...packed, plainFile(MANIFEST, textOf(finalManifest)), plainFile(SEAL, textOf(seal))];
  for await (const chunk of zipOf(all)) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}
