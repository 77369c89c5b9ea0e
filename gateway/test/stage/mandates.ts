// What the tests of mandates do over the API: a customer agrees, and the merchant looks at the mandate and charges it.
import assert from 'node:assert/strict';
import { aCardPayin, eventually, type TestBrand, type TestGateway } from './harness.ts';

export function mandateDesk(gate: TestGateway, { apiKey }: Pick<TestBrand, 'apiKey'>) {
  const get = async (path: string) => (await gate.call('GET', path, { apiKey })).body;
  const pay = async (fields: Record<string, unknown>, card: Record<string, unknown> = {}) => {
    const answer = await gate.call('POST', '/v3/payment', { apiKey, body: aCardPayin(fields, card) });
    assert.equal(answer.status, 201, answer.text);
    return answer.body.result;
  };
  const record = (id: string) => get(`/payments/${id}`);
  const events = async (id: string) => {
    const all = await get('/events?limit=100');
    const own = all.filter((one: { transactionId: string }) => one.transactionId === id);
    assert.deepEqual(
      own.map((one: { sequence: number }) => one.sequence),
      own.map((_: unknown, i: number) => i + 1),
      'the sequence has no gap',
    );
    return own;
  };
  return {
    apiKey,
    pay,
    record,
    /** The events of a transaction, in their order. */
    events,
    /** Their names, once there are so many. */
    names: async (id: string, count: number) =>
      await eventually(async () => {
        const own = (await events(id)).map((one: { eventType: string }) => one.eventType);
        return own.length >= count && own;
      }),
    /** A customer pays by card and agrees to later charges. */
    agree: async (fields: Record<string, unknown> = {}, card: Record<string, unknown> = {}) =>
      await pay({ userId: 'anna', mandate: { reason: 'RECURRING' }, ...fields }, card),
    /** The mandate to which the customer agreed with this pay-in. */
    mandateOf: async (id: string) => await get(`/mandates/${(await record(id)).mandate.mandateId}`),
    /** The merchant charges a mandate, and the customer is absent. */
    charge: (mandateId: string, fields: Record<string, unknown> = {}, key?: string) =>
      gate.call('POST', '/v3/payment', {
        apiKey,
        body: { ...aCardPayin(), paymentData: { mandateId }, ...fields },
        ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
      }),
  };
}
