// How a report of Adyen reaches the gateway: the notification names it, and the adapter fetches it from Adyen's own
// host with the report user's password. What cannot succeed says so; what may succeed later throws.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { ProviderAccount } from '@tollgate/provider-kit/seam/declaration';
import { credentialFaults } from '../../../src/actions/providers/account-faults.ts';
import { ADYEN } from '../../../src/providers/adyen/adyen.ts';
import { anAccount, NOW, openAdyen } from './stage.ts';
import type { Event } from './stand-in/books.ts';
import { notificationOf, takeEvents } from './stand-in/notifier.ts';
import { REPORT_PASSWORD, REPORT_USER } from './stand-in/reports.ts';
import { aPayoutRow, aSettledRow, writeReport } from './stand-in/settlement-report.ts';
import { API_KEY, HMAC_KEY, MERCHANT_ACCOUNT } from './stand-in/stand-in.ts';

const NAME = 'settlement_detail_report_batch_1.csv';
const REPORT = writeReport([aSettledRow(), aPayoutRow('24.55')]);
const FOLDER = `/reports/download/MerchantAccount/${MERCHANT_ACCOUNT}/`;
const NEEDED = { apiKey: API_KEY, merchantAccount: MERCHANT_ACCOUNT, hmacKeys: [HMAC_KEY] };
const CREDENTIALS = { ...NEEDED, reportUser: REPORT_USER, reportPassword: REPORT_PASSWORD };

async function openReports(t: TestContext, fields: Partial<ProviderAccount> = {}) {
  const stage = await openAdyen(t, { credentials: CREDENTIALS, ...fields });
  const { reports } = stage.standIn;
  reports.publish(NAME, REPORT);
  const open = (name = NAME) => stage.provider.settlements!.fetchReport!(name, AbortSignal.timeout(10_000));
  const fetched = async (name?: string) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of await open(name)) chunks.push(chunk);
    return Buffer.concat(chunks);
  };
  return { ...stage, reports, open, fetched };
}

const isFault = (message: RegExp) => ({ name: 'ReportFault', message });

test('a report is fetched by its name from the path of the merchant account, and can be read', async (t) => {
  const { provider, reports, open, fetched } = await openReports(t);
  assert.equal((await fetched()).toString(), REPORT);
  const lines: string[] = [];
  for await (const part of provider.settlements!.readReport!(await open()))
    lines.push(...part.lines.map(({ word }) => word));
  assert.deepEqual(lines, ['Settled']);
  const withTimes = 'settlement_detail_report_2022-11-01T00:00:00_2022-11-30T23:59:59.csv';
  reports.publish(withTimes, 'another');
  assert.equal((await fetched(withTimes)).toString(), 'another');
  assert.deepEqual(reports.asked, [
    `${FOLDER}${NAME}`,
    `${FOLDER}${NAME}`,
    FOLDER + encodeURIComponent(withTimes),
  ]);
});

test('a name of another form is never asked for', async (t) => {
  const { reports, fetched } = await openReports(t);
  const names = [
    '',
    'settlement_detail_report_.csv',
    '../settlement_detail_report_batch_1.csv',
    'settlement_detail_report_batch_1/../../x.csv',
    'settlement_detail_report_batch_1.csv?x=.csv',
    'settlement_detail_report_batch_1.xlsx',
    'settlement_detail_report_batch_1.csv\n',
    `settlement_detail_report_${'1'.repeat(200)}.csv`,
    'http://127.0.0.1/settlement_detail_report_batch_1.csv',
    'payments_accounting_report_2026_11_28.csv',
  ];
  for (const name of names)
    await assert.rejects(fetched(name), isFault(/not the name of a settlement/), name);
  for (const merchantAccount of ['..', '.']) {
    const credentials = { ...CREDENTIALS, merchantAccount };
    const { fetched: fromElsewhere } = await openReports(t, { credentials });
    await assert.rejects(fromElsewhere(), isFault(/not the name/), merchantAccount);
  }
  assert.deepEqual(reports.asked, []);
});

test('without the credentials of a report user the fault says which to set', async (t) => {
  const { reportPassword: _, ...half } = CREDENTIALS;
  for (const credentials of [NEEDED, half]) {
    const { reports, fetched } = await openReports(t, { credentials });
    await assert.rejects(fetched(), isFault(/set the credentials reportUser and reportPassword/));
    assert.deepEqual(reports.asked, []);
  }
});

test('a refused password, a missing report and a redirect are faults, and say what to do', async (t) => {
  const { standIn, reports, fetched } = await openReports(t);
  const wrong = await openReports(t, { credentials: { ...CREDENTIALS, reportPassword: 'wrong' } });
  await assert.rejects(wrong.fetched(), (error: Error) => {
    assert.match(error.message, /refuses the report user \(401\)/);
    assert.ok(!error.message.includes('wrong') && error.name === 'ReportFault');
    return true;
  });
  await assert.rejects(fetched('settlement_detail_report_batch_9.csv'), isFault(/has no report settlement_/));
  for (const [statusCode, message] of [
    [403, /refuses the report user \(403\)/],
    [400, /Adyen answers 400/],
  ] as const) {
    standIn.fault({ path: NAME, fault: { kind: 'status', statusCode } });
    await assert.rejects(fetched(), isFault(message));
  }
  const asked = reports.asked.length;
  reports.movedTo = `${standIn.url}${FOLDER}${NAME}`;
  await assert.rejects(fetched(), isFault(/redirect \(302\), which is not followed/));
  assert.equal(reports.asked.length, asked + 1);
});

test('a failure that may pass is no fault, so the report is fetched again', async (t) => {
  const { standIn, fetched } = await openReports(t);
  const isPassing = (error: Error) => error.name !== 'ReportFault';
  for (const statusCode of [500, 503, 429, 408]) {
    standIn.fault({ path: NAME, fault: { kind: 'status', statusCode } });
    await assert.rejects(fetched(), isPassing, String(statusCode));
  }
  standIn.fault({ path: NAME, fault: { kind: 'reset', when: 'before' } });
  await assert.rejects(fetched(), isPassing);
  standIn.fault({ path: NAME, fault: { kind: 'half-body' } });
  await assert.rejects(fetched(), isPassing, 'a report that ends in the middle');
  await standIn.stopListening();
  await assert.rejects(fetched(), isPassing);
  await standIn.listen();
  assert.equal((await fetched()).toString(), REPORT);
});

test('a caller that gives up ends the download', async (t) => {
  const { provider } = await openReports(t);
  const given = provider.settlements!.fetchReport!(NAME, AbortSignal.abort(new Error('given up')));
  await assert.rejects(given, { message: 'given up' });
});

test('a report of more than 20 MB is a fault, with and without its length', async (t) => {
  const { reports, fetched } = await openReports(t);
  reports.files.set(NAME, Buffer.alloc(20 * 1024 * 1024 + 1, 'x'));
  for (const isChunked of [false, true]) {
    reports.isChunked = isChunked;
    await assert.rejects(fetched(), isFault(/larger than 20 MB/));
  }
  reports.files.set(NAME, Buffer.alloc(20 * 1024 * 1024, 'x'));
  assert.equal((await fetched()).length, 20 * 1024 * 1024);
});

test('the news of a settlement details report is its signed name, never its unsigned address', async (t) => {
  const { standIn, provider } = await openReports(t);
  const [event] = takeEvents(standIn.books) as [Event];
  const newsOf = async (fields: Partial<Event> = {}) => {
    const body = notificationOf([{ ...event, ...fields }], HMAC_KEY);
    const reading = await provider.readNotification({}, Buffer.from(JSON.stringify(body)), NOW);
    assert.equal(reading.kind, 'authentic');
    const [item] = reading.kind === 'authentic' ? reading.items : [];
    return await provider.readNews({ ...item!, receivedAt: NOW }, AbortSignal.timeout(1_000));
  };
  assert.deepEqual(await newsOf(), { about: 'settlement-report', name: NAME });
  assert.deepEqual(await newsOf({ reason: 'https://evil.example/x.csv' }), {
    about: 'settlement-report',
    name: NAME,
  });
  assert.equal((await newsOf({ success: 'false' })).about, 'nothing');
  for (const pspReference of [
    'payments_accounting_report_2026_11_28.csv',
    'aggregate_settlement_detail_report_2026_11.csv',
    'settlement_detail_report_batch_1.xlsx',
    '../settlement_detail_report_batch_1.csv',
    '',
  ])
    assert.equal((await newsOf({ pspReference })).about, 'nothing', pspReference);
});

test('a forged name of a report is refused with its notification', async (t) => {
  const { standIn, provider } = await openReports(t);
  const [event] = takeEvents(standIn.books) as [Event];
  const body = notificationOf([event], HMAC_KEY);
  Object.assign(body.notificationItems[0]!.NotificationRequestItem, {
    pspReference: 'settlement_detail_report_batch_2.csv',
  });
  assert.deepEqual(await provider.readNotification({}, Buffer.from(JSON.stringify(body)), NOW), {
    kind: 'refused',
  });
});

test('an account has the user and the password of reports together, or neither', () => {
  const { environment } = anAccount();
  const faults = (credentials: Record<string, string>, base = {}) =>
    credentialFaults(ADYEN, { credentials, environment }, { ...NEEDED, ...base });
  const both = { reportUser: REPORT_USER, reportPassword: REPORT_PASSWORD };
  assert.deepEqual(faults({}), []);
  assert.deepEqual(faults(both), []);
  assert.deepEqual(faults({}, both), []);
  assert.deepEqual(faults({ reportPassword: 'new' }, both), []);
  assert.deepEqual(faults({ reportUser: '', reportPassword: '' }, both), []);
  const wanted = (name: string, beside: string) => [
    `credentials.${name}: is required together with ${beside}`,
  ];
  assert.deepEqual(faults({ reportUser: REPORT_USER }), wanted('reportPassword', 'reportUser'));
  assert.deepEqual(faults({ reportPassword: 'x' }), wanted('reportUser', 'reportPassword'));
  assert.deepEqual(faults({ reportPassword: '' }, both), wanted('reportPassword', 'reportUser'));
});
