// Hands one mail to the SMTP server (SMTP_URL), over a connection of its own. The answer says whether the server has
// the mail, certainly has it not, or may have it: then its answer was lost after the mail was sent. It must never log
// or throw the password.
import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailSettings } from '../process/mail-settings.ts';

interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Without angle brackets. The same for each try, so that receivers can tell a repeated mail. */
  messageId: string;
  /** Further headers. */
  headers: Record<string, string>;
}

/**
 * refused: the server does not want this mail, now or later. failed: it certainly does not have it; try again.
 * unanswered: it may have it.
 */
type MailAnswer = { result: 'sent' } | { result: 'refused' | 'failed' | 'unanswered'; reason: string };

export interface Mailer {
  send(mail: Mail): Promise<MailAnswer>;
  /** Connects and signs in. null: all is well; else what is wrong. */
  check(): Promise<string | null>;
}

const CONNECT_MS = 10_000;
/** After this long without a byte. */
const SILENT_MS = 30_000;
/** All of it takes at most as long as this many silences, a minute. */
const MOST_SILENCES = 2;

/** `timeoutMs`: for tests, which wait for it. */
export function newMailer(settings: MailSettings, timeoutMs = SILENT_MS): Mailer {
  return {
    async send({ to, subject, text, html, messageId, headers }) {
      const message = await new MailComposer({
        from: settings.from,
        to,
        subject,
        text,
        html,
        messageId: `<${messageId}>`,
        headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
      })
        .compile()
        .build();
      // Nodemailer reads the stream once the server has said that it takes the mail.
      let isHandedOver = false;
      const stream = new Readable({
        read() {
          isHandedOver = true;
          this.push(message);
          this.push(null);
        },
      });
      const envelope = { from: addressOf(settings.from), to: [to] };
      try {
        await withConnection(settings, timeoutMs, (connection) => handOver(connection, envelope, stream));
        return { result: 'sent' };
      } catch (error) {
        return resultOf(error as SmtpError, isHandedOver);
      }
    },
    async check() {
      try {
        await withConnection(settings, timeoutMs, async () => {});
        return null;
      } catch (error) {
        return reasonOf(error as SmtpError);
      }
    },
  };
}

type SmtpError = Error & { code?: string; command?: string; response?: string; responseCode?: number };

function resultOf(error: SmtpError, isHandedOver: boolean): MailAnswer {
  const { command = '', responseCode } = error;
  const reason = reasonOf(error);
  const isOfThisMail = command === 'RCPT TO' || command === 'DATA';
  if (responseCode !== undefined && responseCode >= 500 && isOfThisMail) return { result: 'refused', reason };
  if (responseCode !== undefined || !isHandedOver) return { result: 'failed', reason };
  return { result: 'unanswered', reason };
}

/** The server's own words may repeat the address of the user, so only its code is told. */
function reasonOf({ code, command, responseCode, message }: SmtpError): string {
  if (responseCode !== undefined) return `${responseCode} to ${command ?? 'a command'}`;
  return [code, message].filter(Boolean).join(': ');
}

async function withConnection(
  { host, port, secure, requireTls, user, password }: MailSettings,
  timeoutMs: number,
  work: (connection: SMTPConnection) => Promise<void>,
): Promise<void> {
  const connection = new SMTPConnection({
    host,
    port,
    secure,
    requireTLS: requireTls,
    connectionTimeout: Math.min(CONNECT_MS, timeoutMs),
    greetingTimeout: Math.min(CONNECT_MS, timeoutMs),
    socketTimeout: timeoutMs,
  });
  let whole: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      // A server that answers each command late, or bit by bit, would outlast the lease of the mail.
      const tooLong = Object.assign(new Error('the server took too long'), { code: 'ETIMEDOUT' });
      whole = setTimeout(() => reject(tooLong), MOST_SILENCES * timeoutMs);
      // A lost connection tells only its 'error', and no callback.
      connection.on('error', reject);
      connection.on('end', () =>
        reject(Object.assign(new Error('the connection was closed'), { code: 'ECLOSED' })),
      );
      const signIn = user === null ? null : { user, pass: password ?? '' };
      connection.connect((error) => {
        if (error) return reject(error);
        const go = () => void work(connection).then(resolve, reject);
        if (signIn === null) return go();
        connection.login(signIn, (refused) => (refused ? reject(refused) : go()));
      });
    });
    connection.quit();
  } finally {
    clearTimeout(whole);
    connection.close();
  }
}

const handOver = (
  connection: SMTPConnection,
  envelope: { from: string; to: string[] },
  message: Readable,
): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.send(envelope, message, (error) => (error ? reject(error) : resolve()));
  });

const addressOf = (sender: string): string => /<([^<>]+)>$/.exec(sender)?.[1] ?? sender;
