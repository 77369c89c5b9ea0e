// The doctor's check of the SMTP server: it connects, changes to TLS where the address asks for it, and signs in. It
// sends no mail.
import { newMailer } from '../../network/send-mail.ts';
import type { Config } from '../config.ts';
import { type Finding, fault, fine } from './finding.ts';

const PATIENCE_MS = 10_000;

export async function checkMail(mail: Config['mail']): Promise<Finding> {
  if (mail === null) return fine('mail', 'no mail is sent, because SMTP_URL is not set');
  const wrong = await newMailer(mail, PATIENCE_MS).check();
  if (wrong === null)
    return fine(
      'mail',
      `the SMTP server at ${mail.host}:${mail.port} lets this gateway in; the sender is ${mail.from}`,
    );
  return fault(
    'mail',
    `the SMTP server at ${mail.host}:${mail.port} cannot be used (${wrong})`,
    'correct SMTP_URL: host, port, smtp or smtps, user and password; or let this machine reach the server',
  );
}
