// How a pipeline authenticates, and that it refuses a server that cannot prove itself: on a real server with passwords,
// with TLS in between, and on a fake one.
import assert from 'node:assert/strict';
import { createHmac, pbkdf2Sync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { Authentication } from '../../../src/storage/pipeline/authentication.ts';
import { Outgoing } from '../../../src/storage/wire/protocol-messages.ts';
import { startPrivateServer } from '../../stage/harness-database.ts';
import { settling } from '../store-stage.ts';
import { startTlsFront } from '../tls-front.ts';
import { openPipelineTo } from './stage.ts';

const PASSWORD = 'pen,cil=ü %:@';

test('passwords are sent as the server asks for them, and a wrong password is refused', async (t) => {
  const server = await startPrivateServer();
  t.after(() => server.remove());
  const owner = openPipelineTo(server.databaseUrl);
  const rules = ['password', 'md5', 'scram-sha-256'];
  for (const rule of rules) {
    await owner.send(`set password_encryption = '${rule === 'md5' ? 'md5' : 'scram-sha-256'}'`, []);
    await owner.send(`create role "by ${rule}" login password '${PASSWORD}'`, []);
  }
  const lines = rules.map((rule) => `local all "by ${rule}" ${rule}`);
  writeFileSync(
    join(server.dataDir, 'postgres/pg_hba.conf'),
    [...lines, 'local all all trust', ''].join('\n'),
  );
  await owner.send('select pg_reload_conf()', []);
  await owner.end({ timeout: 1 });

  const as = (url: string, rule: string, password: string) =>
    url.replace(/\/\/[^@]*@/, `//${encodeURIComponent(`by ${rule}`)}:${encodeURIComponent(password)}@`);
  const whoAmI = async (url: string) => {
    const pipeline = openPipelineTo(url);
    try {
      return (await settling(pipeline.send('select current_user::text as me', [])))[0]!.me;
    } finally {
      await pipeline.end({ timeout: 1 });
    }
  };
  const front = await startTlsFront(t, server.databaseUrl, 'tls');
  for (const rule of rules) {
    assert.equal(await whoAmI(as(server.databaseUrl, rule, PASSWORD)), `by ${rule}`);
    await assert.rejects(whoAmI(as(server.databaseUrl, rule, 'wrong')), { code: '28P01', severity: 'FATAL' });
    const encrypted = as(front.address('localhost', 'sslmode=require'), rule, PASSWORD);
    assert.equal(await whoAmI(encrypted), `by ${rule}`);
  }
  assert.equal(front.encrypted(), 3);
});

const authenticationOf = (...[request, text]: [number, string?]) => {
  const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(text ?? '')]);
  bytes.writeInt32BE(request);
  return bytes;
};

test('a server that does not prove that it knows the password is refused', () => {
  for (const [request, text, says] of [
    [0, '', /did not prove/],
    [12, `v=${Buffer.alloc(32).toString('base64')}`, /correct signature/],
    [12, 'v=', /correct signature/],
    [12, 'e=other-error', /correct signature/],
  ] as const) {
    const { hear, challenge } = begin();
    hear(11, challenge);
    assert.throws(() => hear(request, text), says);
  }
  const { hear, challenge, proof } = begin();
  hear(11, challenge);
  hear(12, `v=${proof()}`);
  hear(0);
});

test('a foreign challenge and an unknown authentication method are refused', () => {
  const { hear } = begin();
  assert.throws(() => hear(11, 'r=another,s=QUJD,i=4096'), /does not belong to this login/);
  assert.throws(() => begin().hear(11, `${begin().challenge}`), /does not belong to this login/);
  assert.throws(
    () => begin().hear(11, begin().challenge.replace(/i=.*/, 'i=0')),
    /does not belong to this login/,
  );
  assert.throws(() => begin().hear(7), /not supported \(7\)/);
  const fresh = new Authentication('me', PASSWORD);
  const offer = authenticationOf(10, 'SCRAM-SHA-1\0\0');
  assert.throws(() => fresh.answer(offer, 0, offer.length, new Outgoing()), /does not support SCRAM-SHA-256/);
});

/** A server's part of SCRAM (RFC 5802), up to the challenge. `proof`: its answer at the end. */
function begin() {
  const authentication = new Authentication('me', PASSWORD);
  const said: string[] = [];
  const hear = (request: number, text?: string) => {
    const bytes = authenticationOf(request, text);
    const out = new Outgoing();
    authentication.answer(bytes, 0, bytes.length, out);
    said.push(out.take().subarray(5).toString());
  };
  hear(10, 'SCRAM-SHA-256\0\0');
  const bare = /n=\*,r=(.*)$/.exec(said[0]!)!;
  const challenge = `r=${bare[1]}server,s=${Buffer.from('salt').toString('base64')},i=4096`;
  const hmac = (key: Uint8Array, text: string) => createHmac('sha256', key).update(text).digest();
  const proof = () => {
    const all = `${bare[0]},${challenge},${said[1]!.replace(/,p=.*$/s, '')}`;
    const salted = pbkdf2Sync(PASSWORD, 'salt', 4096, 32, 'sha256');
    return hmac(hmac(salted, 'Server Key'), all).toString('base64');
  };
  return { hear, challenge, proof };
}
