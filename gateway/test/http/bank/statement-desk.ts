// A brand's desk for statements: takes them, reads entries and payments,
// and makes files. For the tests of this folder.
import assert from 'node:assert/strict';
import { OPERATOR_TOKEN } from '../../stage/harness.ts';
import type { ProviderStage } from '../providers/stage.ts';
import { type Entry, statement } from './messages.ts';
import type { Desk, Json } from './stage.ts';

export function deskOf(stage: ProviderStage, desk: Desk) {
  const { shop } = desk;
  const path = `/operator/brands/${shop.brand.brandId}/bank-statements`;
  const take = (xml: string, type = 'application/xml') =>
    stage.gateway.call('POST', path, {
      headers: { 'content-type': type, authorization: `Bearer ${OPERATOR_TOKEN}` },
      body: xml,
    });
  return {
    ...desk,
    take,
    /** Takes a new statement; returns its counts. */
    async counts(entries: readonly Entry[] | string, options = {}) {
      const answer = await take(typeof entries === 'string' ? entries : statement(entries, options));
      assert.equal(answer.status, 201, answer.text);
      const { statementId: _, kind: __, ...counts } = answer.body;
      return counts as Json;
    },
    async entries(query = ''): Promise<Json[]> {
      const answer = await shop.operator('GET', `bank-entries${query}`);
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    },
    async payin(amount: number, fields: object = {}): Promise<{ id: string; reference: string }> {
      const { result } = await desk.payIn(amount, fields);
      return { id: result.transactionId, reference: result.paymentDetails.reference };
    },
    /** Payouts in one file. */
    async file(amounts: readonly number[]): Promise<{ fileId: string; ids: string[] }> {
      const ids: string[] = [];
      for (const amount of amounts) ids.push(await desk.payOut(amount));
      const made = await shop.operator('POST', 'bank-files', {});
      assert.equal(made.status, 201, made.text);
      return { fileId: made.body.fileId, ids };
    },
    async standing(id: string) {
      const { status, errorCode, returned } = await shop.record(id);
      return [status, errorCode, returned?.reason ?? null];
    },
  };
}

/** The counts of a statement with one entry. */
export const all = (counts: object) => ({
  entries: 1,
  applied: 0,
  known: 0,
  unmatched: 0,
  conflicts: 0,
  ...counts,
});
