// Reads the settings of mail (docs/decisions/0136): the address of the SMTP server, and the sender. It never shows a
// password.

export interface MailSettings {
  host: string;
  port: number;
  /** TLS from the first byte (smtps:). Else the connection begins in clear. */
  secure: boolean;
  /** The connection must change to TLS before anything is said. */
  requireTls: boolean;
  /** null: the server asks for no name. */
  user: string | null;
  password: string | null;
  /** An address, or a name with an address in angle brackets. */
  from: string;
}

export const SMTP_URL_FORM =
  'smtps://user:password@host:465, or smtp://user:password@host:587?requireTLS=true, with what is special in user and password percent-encoded; or unset, for no mail';

/** null: it is no such address. */
export function readSmtpUrl(text: string): Omit<MailSettings, 'from'> | null {
  const url = URL.parse(text);
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') return null;
  if (!['', '/'].includes(url.pathname) || url.hash !== '') return null;
  const { requireTLS = 'false', ...others } = Object.fromEntries(url.searchParams);
  if (Object.keys(others).length > 0 || !['true', 'false'].includes(requireTLS)) return null;
  const secure = url.protocol === 'smtps:';
  try {
    return {
      host: hostOf(url),
      port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
      secure,
      requireTls: requireTLS === 'true',
      user: url.username === '' ? null : decodeURIComponent(url.username),
      password: url.password === '' ? null : decodeURIComponent(url.password),
    };
  } catch {
    return null;
  }
}

const ADDRESS = /^[^\s<>"(),:;@[\]\\]{1,64}@[A-Za-z0-9.-]{1,190}$/;

/** Whether a text may stand in the header From. */
export function isSender(text: string): boolean {
  const [, name, address] = /^(?:([^<>"\p{Cc}]{1,100}) <([^<>]+)>|.*)$/su.exec(text) ?? [];
  return ADDRESS.test(name === undefined ? text : address!);
}

/** The sender, if no setting names one. `publicUrl`: null if its setting is wrong. */
export function usualSender(publicUrl: string | null): string {
  const url = publicUrl === null ? null : URL.parse(publicUrl);
  return `Tollgate <no-reply@${url === null ? 'localhost' : hostOf(url)}>`;
}

/** An IPv6 address has no brackets here. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');
