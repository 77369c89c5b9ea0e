// A client that hung up before the gateway handles its request has no address any more: Node.js forgets it with the
// connection. The audit log must still have a provable hash for what the request did, and the request log its line.
import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import test, { type TestContext } from 'node:test';
import { verifyAudit } from '../../../src/actions/audit/verify-audit.ts';
import { callerAddress } from '../../../src/http/auth/source-ip.ts';
import { eventually } from '../../stage/harness.ts';
import { OPERATOR_TOKEN, openOperatorApp } from './operator-app.ts';

async function openListening(t: TestContext) {
  const stage = await openOperatorApp(t);
  await stage.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = stage.app.server.address() as AddressInfo;
  return { ...stage, port };
}

test('a change by a client that disconnected is audited without a source address', async (t) => {
  const { app, call, context, port } = await openListening(t);
  const { body: token } = await call('POST', '/operator/tokens', { name: 'night shift' });
  const addresses: (string | null)[] = [];
  // The connection ends when the request is known, before any handler sees it.
  app.server.prependListener('request', (request) => {
    request.socket.destroy();
    addresses.push(callerAddress({ ip: request.socket.remoteAddress as string }));
  });
  const client = connect(port, '127.0.0.1');
  client.on('error', () => {});
  client.write(
    `DELETE /operator/tokens/${token.tokenId} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${OPERATOR_TOKEN}\r\n\r\n`,
  );
  const { sql } = context;
  await eventually(async () => {
    const [row] =
      await sql`select ip from audit_log where target_id = ${token.tokenId} order by sequence desc limit 1`;
    return row !== undefined && row.ip === null;
  });
  assert.deepEqual(addresses, [null]);
  const { ok, faults } = await verifyAudit(sql);
  assert.deepEqual([ok, faults], [true, []]);
});
