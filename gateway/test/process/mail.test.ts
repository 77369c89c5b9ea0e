// The settings of mail (contract 1), and the doctor's check of the SMTP server.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import test from 'node:test';
import { newMailer } from '../../src/network/send-mail.ts';
import { loadConfig } from '../../src/process/config.ts';
import { checkMail } from '../../src/process/doctor/mail-check.ts';
import { startSmtpServer } from '../stage/smtp-server.ts';

test('the SMTP server comes from SMTP_URL, and the sender from MAIL_FROM or PUBLIC_URL', () => {
  const PUBLIC_URL = 'https://pay.example/gate';
  assert.deepEqual(
    loadConfig({ PUBLIC_URL, SMTP_URL: 'smtp://me%40x:p%3Aw@mail.example?requireTLS=true' }).mail,
    {
      host: 'mail.example',
      port: 587,
      secure: false,
      requireTls: true,
      user: 'me@x',
      password: 'p:w',
      from: 'Tollgate <no-reply@pay.example>',
    },
  );
  const { port, secure, user, from } = loadConfig({
    SMTP_URL: 'smtps://[::1]',
    MAIL_FROM: 'Demo Shop <pay@shop.example>',
  }).mail!;
  assert.deepEqual([port, secure, user, from], [465, true, null, 'Demo Shop <pay@shop.example>']);
  assert.equal(loadConfig({ MAIL_FROM: 'pay@shop.example' }).mail, null);
});

test('the doctor signs in to the SMTP server and sends nothing', async (t) => {
  const smtp = await startSmtpServer(t);
  const mailOf = (SMTP_URL: string) => loadConfig({ SMTP_URL }).mail;
  const faultOf = async (url: string) => {
    const { ok, message, mend } = await checkMail(mailOf(url));
    assert.ok(!ok && /SMTP_URL/.test(mend!) && !/other|p@ss/.test(message), message);
    return message;
  };
  for (const mail of [null, mailOf(smtp.url)]) assert.equal((await checkMail(mail)).ok, true);
  assert.equal(smtp.mails.length, 0);
  assert.match(await faultOf(smtp.url.replace('p%40ss', 'other')), /cannot be used \(535 to AUTH/);
  assert.match(await faultOf(`${smtp.url}?requireTLS=true`), /cannot be used/);
  await smtp.stop();
  assert.match(await faultOf(smtp.url), /ECONNREFUSED/);
});

test('a server that never ends its answer holds no mail for longer than its lease', {
  timeout: 20_000,
}, async (t) => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 slow\r\n');
    // The connection is never silent, and the answer to the first command never ends.
    socket.once('data', () => {
      const drips = setInterval(() => socket.write('250-more\r\n'), 10);
      socket.once('close', () => clearInterval(drips));
    });
    t.after(() => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const mailer = newMailer(loadConfig({ SMTP_URL: `smtp://127.0.0.1:${port}` }).mail!, 200);
  const mail = { to: 'ada@example.com', subject: 's', text: 't', html: 'h', messageId: 'm@x', headers: {} };
  const answer = await mailer.send(mail);
  assert.equal(answer.result, 'failed');
  // On a busy machine another limit of the connection can be over first; it has the same code.
  assert.match('reason' in answer ? answer.reason : '', /^ETIMEDOUT: /);
});
