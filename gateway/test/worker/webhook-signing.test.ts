// The secret of a try (contract 5): the event's own while it is valid, so that retries are identical; after that the
// brand's newest. The stored row must match what was sent.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { hmacBase64 } from '../../src/domain/keys/signature.ts';
import { startWebhookReceiver } from '../stage/webhook-receiver.ts';
import { createStage, type StageBrand, until } from './webhook-stage.ts';

/** Adds a secret as the operator's call does; the former secrets end after this many seconds. */
function rotate(brand: StageBrand, now: Date, expirePreviousInSeconds: number) {
  const end = new Date(now.getTime() + expirePreviousInSeconds * 1_000);
  const secret = { id: randomUUID(), secret: `tgs_${randomUUID()}`, expiresAt: null };
  const former = brand.signingSecrets.map((one) => ({ ...one, expiresAt: one.expiresAt ?? end }));
  brand.signingSecrets = [secret, ...former];
  return secret;
}

test('while its secret is valid a retry is identical, and carries both webhook-signatures, the newer first', async (t) => {
  const stage = await createStage(t);
  const former = stage.brand.signingSecrets[0]!;
  const receiver = await startWebhookReceiver(t, { secrets: [former.secret] });
  receiver.answer = (_, index) => (index === 0 ? 500 : 200);
  const event = stage.event({ url: receiver.url });
  await stage.commit(stage.startSender(), event);
  await until(async () => (await stage.row(event)).tries === 1);
  const current = rotate(stage.brand, stage.now(), 86_400);
  stage.advance(10_000);
  await until(async () => (await stage.row(event)).state === 'delivered');
  for (const webhook of receiver.received) {
    assert.equal(webhook.rawBody, event.body);
    assert.equal(webhook.headers['x-signature'], event.xSignature);
    assert.ok(webhook.signatureValid);
  }
  const second = receiver.received[1]!;
  const signed = `${event.eventId}.${second.headers['webhook-timestamp']}.${event.body}`;
  assert.equal(
    second.headers['webhook-signature'],
    `v1,${hmacBase64(current.secret, signed)} v1,${hmacBase64(former.secret, signed)}`,
  );
  assert.equal((await stage.row(event)).x_signature, event.xSignature);
  assert.deepEqual(
    (await stage.tries(event)).map((one) => one.signing_secret_id),
    [former.id, former.id],
  );
});

test('after its secret was ended at once a retry is signed again, over the same bytes, and its record says so', async (t) => {
  const stage = await createStage(t);
  const former = stage.brand.signingSecrets[0]!;
  const receiver = await startWebhookReceiver(t);
  receiver.answer = (_, index) => (index < 2 ? 500 : 200);
  const event = stage.event({ url: receiver.url });
  await stage.commit(stage.startSender({ scheduleSeconds: [0, 5, 5, 5] }), event);
  await until(async () => (await stage.row(event)).tries === 1);
  const current = rotate(stage.brand, stage.now(), 0);
  stage.advance(10_000);
  await until(async () => (await stage.row(event)).tries === 2);
  stage.advance(10_000);
  await until(async () => (await stage.row(event)).state === 'delivered');
  const anew = hmacBase64(current.secret, event.body);
  assert.deepEqual(
    receiver.received.map((webhook) => webhook.headers['x-signature']),
    [event.xSignature, anew, anew],
  );
  assert.ok(receiver.received.every((webhook) => webhook.rawBody === event.body));
  const last = receiver.received[2]!;
  const signed = `${event.eventId}.${last.headers['webhook-timestamp']}.${event.body}`;
  assert.equal(last.headers['webhook-signature'], `v1,${hmacBase64(current.secret, signed)}`);
  assert.equal((await stage.row(event)).x_signature, anew);
  assert.deepEqual(
    (await stage.tries(event)).map((one) => one.signing_secret_id),
    [former.id, current.id, current.id],
  );
});

test('an event from memory whose secret ended before its first try is signed again too', async (t) => {
  const stage = await createStage(t);
  const receiver = await startWebhookReceiver(t);
  const event = stage.event({ url: receiver.url });
  const current = rotate(stage.brand, stage.now(), 0);
  receiver.secrets = [current.secret];
  assert.deepEqual(await stage.commit(stage.startSender(), event), [true]);
  const [webhook] = await receiver.waitFor(1);
  assert.ok(webhook!.signatureValid);
  assert.equal(webhook!.rawBody, event.body);
  await until(async () => (await stage.row(event)).x_signature === webhook!.headers['x-signature']);
});
