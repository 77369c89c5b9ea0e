// Who sees the signatures of a sent webhook: with a signature and its body, anybody could send it to the receiver once
// more.
import assert from 'node:assert/strict';
import test from 'node:test';
import { mayInPortal } from '../../../../src/domain/access/portal-permission.ts';
import { USER_ROLES } from '../../../../src/domain/access/user-role.ts';
import { aCardPayin } from '../../../stage/harness.ts';
import { startWebhookReceiver } from '../../../stage/webhook-receiver.ts';
import { sharedPortalStage } from '../portal-stage.ts';

test('the signatures of a delivery are shown to users who may change webhooks, and masked for others', async (t) => {
  const receiver = await startWebhookReceiver(t);
  const stage = await sharedPortalStage(t, { brand: { notificationUrl: receiver.url } });
  const { apiKey } = stage.brand;
  const paid = await stage.call('POST', '/v3/payment', { apiKey, body: aCardPayin() });
  await receiver.waitFor(1);
  const sent = receiver.received[0]!.headers;
  const names = ['x-signature', 'webhook-signature'];
  for (const role of USER_ROLES) {
    const path = `/brands/:brand/webhooks/deliveries/${paid.body.result.transactionId}/1`;
    const answer = await (await stage.as(role))('GET', path);
    assert.equal(answer.status, 200, `${role}: ${answer.text}`);
    const headers = answer.body.headers as { name: string; value: string }[];
    const shown = (name: string) => headers.find((one) => one.name === name)?.value;
    assert.equal(shown('webhook-id'), sent['webhook-id'], role);
    if (mayInPortal(role, 'webhooks.change')) {
      assert.equal(shown('x-signature'), sent['x-signature'], role);
    } else {
      assert.ok(
        names.every((name) => !answer.text.includes(String(sent[name]))),
        role,
      );
      assert.equal(shown('x-signature'), '••••••••', role);
    }
  }
});
