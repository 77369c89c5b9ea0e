// Requests that no page makes: cursors that no list gave, times at the ends of the calendar, texts with a zero byte.
// Each gets 400 or an answer; none is a fault of the gateway.
import assert from 'node:assert/strict';
import test from 'node:test';
import { sharedPortalStage } from './portal-stage.ts';

const DASHES = '-'.repeat(36);
const ODD_CURSORS = [
  'x',
  DASHES,
  `${DASHES}.1`,
  `1.${DASHES}`,
  `999999999999999.${DASHES}`,
  `w.${DASHES}`,
  `r.${DASHES}`,
  '9'.repeat(18),
  `999999999999999.019e0000-0000-7000-8000-000000000000`,
];
const ODD_TIMES = [
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-23:59',
  '0001-01-01T00:00:00+23:59',
  '+275760-09-13T00:00:00Z',
  '-000001-01-01T00:00:00Z',
];
const ODD_DAYS = ['0000-01-01', '0001-01-01', '9999-12-31'];

test('invented cursors and extreme times cause no 500', async (t) => {
  const stage = await sharedPortalStage(t, { workers: false });
  const call = await stage.as('owner');
  const faults: string[] = [];
  async function ask(path: string, query: Record<string, string>) {
    const { status, text } = await call('GET', `${path}?${new URLSearchParams(query)}`);
    if (status !== 200 && status !== 400 && status !== 404)
      faults.push(`${status} ${path} ${JSON.stringify(query)} ${text.slice(0, 100)}`);
  }
  const brand = '/brands/:brand';
  const lists = [
    'transactions',
    'payouts',
    'payouts/waiting',
    'links',
    'refunds',
    'customers',
    'reports',
    'blocks',
    'webhooks/deliveries',
    'developers/requests',
  ];
  for (const cursor of ODD_CURSORS) {
    for (const list of lists) await ask(`${brand}/${list}`, { cursor });
    await ask(`${brand}/statement`, { currency: 'EUR', cursor });
    await ask('/audit', { cursor });
  }
  for (const at of ODD_TIMES) {
    for (const [path, ...names] of [
      ['payouts', 'createdFrom', 'createdTo'],
      ['refunds', 'createdFrom', 'createdTo'],
      ['refunds', 'from', 'to'],
      ['webhooks/deliveries', 'from', 'to'],
      ['developers/requests', 'from', 'to'],
    ] as const)
      for (const name of names) await ask(`${brand}/${path}`, { [name]: at });
    for (const name of ['from', 'to']) await ask(`${brand}/statement`, { currency: 'EUR', [name]: at });
    for (const name of ['from', 'until']) await ask('/audit', { [name]: at });
    for (const body of [
      { from: at, to: '2030-01-01T00:00:00Z' },
      { from: '2020-01-01T00:00:00Z', to: at },
    ]) {
      const { status, text } = await call('POST', `${brand}/webhooks/replays/count`, {
        ...body,
        undeliveredOnly: false,
      });
      if (status >= 500) faults.push(`${status} replays/count ${JSON.stringify(body)} ${text.slice(0, 100)}`);
    }
    const { status, text } = await call('POST', `${brand}/blocks`, {
      kind: 'country',
      value: 'DE',
      reason: 'odd',
      expiresAt: at,
    });
    if (status >= 500) faults.push(`${status} blocks ${at} ${text.slice(0, 100)}`);
  }
  for (const day of ODD_DAYS) {
    await ask(`${brand}/transactions`, { from: day, to: day });
    await ask(`${brand}/overview`, { from: day, to: day });
    await ask(`${brand}/reports/${day}`, {});
    await ask(`${brand}/reports`, { cursor: day });
  }
  await ask(`${brand}/customers/%00`, {});
  await ask(`${brand}/customers`, { cursor: '\0' });
  const stranger = await stage.call('POST', '/portal/api/session', {
    body: { email: 'a\0@b.example', password: 'x' },
  });
  assert.equal(stranger.status, 400, stranger.text);
  assert.deepEqual(faults, []);
});
