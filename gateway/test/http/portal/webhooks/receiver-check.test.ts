// The endpoint check against real receivers: a receiver that does everything
// right, and others that do one thing wrong.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type ReceivedWebhook,
  type ReceiverAnswer,
  startWebhookReceiver,
} from '../../../stage/webhook-receiver.ts';
import { sharedPortalStage } from '../portal-stage.ts';

const KNOWN_FIELDS =
  'eventId,eventType,sequence,occurredAt,test,transactionId,type,status,merchantReference,brandId,currency,amount';

test('a receiver is graded by how it treats genuine, forged, repeated, late and new events', async (t) => {
  const receiver = await startWebhookReceiver(t);
  const stage = await sharedPortalStage(t, {
    env: { WEBHOOK_TIMEOUT_MS: '1000' },
    brand: { notificationUrl: receiver.url },
  });
  receiver.secrets.push(stage.brand.signingSecret);
  const developer = await stage.as('developer');
  const seen = new Set<string>();
  const highest = new Map<string, number>();

  async function grades(answer: (webhook: ReceivedWebhook) => number | ReceiverAnswer) {
    receiver.answer = answer;
    seen.clear();
    highest.clear();
    const report = await developer('POST', '/brands/:brand/webhooks/check', {});
    assert.equal(report.status, 200, report.text);
    const { findings } = report.body as {
      findings: { check: string; grade: string; mend: string | null; found: string }[];
    };
    for (const { grade, mend, check } of findings)
      assert.equal(mend === null, grade === 'pass' || grade === 'skipped', check);
    return Object.fromEntries(findings.map(({ check, grade }) => [check, grade]));
  }
  const genuine = ({ signatureValid }: ReceivedWebhook, status = 200) => (signatureValid ? status : 401);
  const allPass = {
    reachable: 'pass',
    'wrong-signature': 'pass',
    'no-signature': 'pass',
    quick: 'pass',
    twice: 'pass',
    reordered: 'pass',
    'unknown-fields': 'pass',
  };

  assert.deepEqual(await grades((webhook) => genuine(webhook)), allPass);
  assert.equal(receiver.received.length, 7);
  for (const { body } of receiver.received) {
    assert.deepEqual([body.eventType, body.test, body.amount, body.status], ['test.check', true, 0, 'INIT']);
  }
  assert.equal(receiver.received[3]!.rawBody, receiver.received[0]!.rawBody, 'the same event twice');

  assert.deepEqual(await grades(() => 200), {
    ...allPass,
    'wrong-signature': 'fail',
    'no-signature': 'fail',
  });
  assert.deepEqual(await grades((webhook) => (webhook.signatureValid ? 200 : 500)), {
    ...allPass,
    'wrong-signature': 'warn',
    'no-signature': 'warn',
  });
  const twice = await grades((webhook) => {
    const again = seen.has(webhook.body.eventId);
    seen.add(webhook.body.eventId);
    return genuine(webhook, again ? 409 : 200);
  });
  assert.deepEqual(twice, { ...allPass, twice: 'fail' });
  const reordered = await grades((webhook) => {
    const { transactionId, sequence } = webhook.body;
    const isLate = (highest.get(transactionId) ?? 0) > sequence;
    highest.set(transactionId, sequence);
    return genuine(webhook, isLate ? 400 : 200);
  });
  assert.deepEqual(reordered, { ...allPass, reordered: 'fail' });
  const strict = await grades((webhook) =>
    genuine(webhook, Object.keys(webhook.body).join() === KNOWN_FIELDS ? 200 : 422),
  );
  assert.deepEqual(strict, { ...allPass, 'unknown-fields': 'fail' });
});

test('a receiver that does not answer fails, and the other checks are skipped', async (t) => {
  const receiver = await startWebhookReceiver(t);
  const stage = await sharedPortalStage(t, {
    env: { WEBHOOK_TIMEOUT_MS: '1000' },
    brand: { notificationUrl: receiver.url },
  });
  receiver.answer = { hang: true };
  const developer = await stage.as('owner');
  const { body } = await developer('POST', '/brands/:brand/webhooks/check', {});
  assert.deepEqual(
    body.findings.map(({ grade }: { grade: string }) => grade),
    ['fail', ...Array(6).fill('skipped')],
  );
  assert.match(body.findings[0].found, /timed out/);
  assert.equal(receiver.received.length, 1, 'it is not waited for seven times');
});

test('a slow receiver gets a warning with the measured time', async (t) => {
  const receiver = await startWebhookReceiver(t);
  const stage = await sharedPortalStage(t, { brand: { notificationUrl: receiver.url } });
  receiver.secrets.push(stage.brand.signingSecret);
  receiver.answer = ({ signatureValid }, index) => ({
    status: signatureValid ? 200 : 401,
    delayMs: index === 0 ? 1_100 : 0,
  });
  const developer = await stage.as('developer');
  const { body } = await developer('POST', '/brands/:brand/webhooks/check', {});
  const quick = body.findings.find(({ check }: { check: string }) => check === 'quick');
  assert.equal(quick.grade, 'warn');
  assert.match(quick.found, /took 1\.\d s/);
});
