// An SMTP server for tests, on a loopback address and a free port. It keeps every mail that it took, and can refuse
// mails, ask for them later, lose its answer after it took one, or be away (every connection ends at once).
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  to: string;
  /** Names in small letters. */
  headers: Record<string, string>;
  /** Decoded. */
  text: string;
  html: string;
}

type Mood = 'takes' | 'refuses' | 'asks later' | 'loses its answer' | 'away';

export interface TestSmtpServer {
  url: string;
  mails: ReceivedMail[];
  mood: Mood;
  /** From now on nobody answers at its port. */
  stop(): Promise<void>;
}

export async function startSmtpServer(t: Pick<TestContext, 'after'>): Promise<TestSmtpServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth({ username, password }, _session, answer) {
      if (username === 'gate' && password === 'p@ss word') answer(null, { user: username });
      else answer(new Error('wrong password'));
    },
    onRcptTo(_address, _session, answer) {
      if (own.mood === 'refuses') answer(refusal(550, 'no such mailbox'));
      else if (own.mood === 'asks later') answer(refusal(451, 'try later'));
      else answer();
    },
    onData(stream, session, answer) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push(readMail(session.envelope.rcptTo[0]!.address, Buffer.concat(chunks).toString()));
        // The connection ends before the answer is written.
        if (own.mood === 'loses its answer') for (const one of server.connections) one.close();
        else answer();
      });
    },
  });
  server.on('error', () => {});
  // The port stays ours: after a stop, another program could have it.
  server.server.prependListener('connection', (socket) => {
    if (own.mood === 'away') socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  let isStopped = false;
  const own: TestSmtpServer = {
    url: `smtp://gate:p%40ss%20word@127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    mood: 'takes',
    stop() {
      if (isStopped) return Promise.resolve();
      isStopped = true;
      return new Promise((resolve) => server.close(resolve));
    },
  };
  t.after(() => own.stop());
  return own;
}

const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

function readMail(to: string, raw: string): ReceivedMail {
  const [headers, body] = readPart(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type']!)![1]!;
  const [text, html] = body
    .split(`--${boundary}`)
    .slice(1, 3)
    .map((part) => decoded(...readPart(part.trimStart())));
  return { to, headers, text: text!, html: html! };
}

function readPart(raw: string): [Record<string, string>, string] {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line) => {
    const [name, value] = line.split(/:\s*(.*)/s) as [string, string];
    return [name.toLowerCase(), value];
  });
  return [Object.fromEntries(headers), raw.slice(end + 4)];
}

function decoded(headers: Record<string, string>, body: string): string {
  const encoding = headers['content-transfer-encoding'];
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
