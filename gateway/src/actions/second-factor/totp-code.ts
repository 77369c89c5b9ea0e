// Codes of an authenticator app (RFC 6238: SHA-1, six digits, thirty seconds, which every app knows): new secrets, the
// address that an app scans, and the time step that a code belongs to. It stores nothing.
import { generateSecret, generateURI, verify } from 'otplib';
import QRCode from 'qrcode';

const STEP_SECONDS = 30;
/** Phone clocks are a little fast or slow, so we accept the step before and the step after too. */
const TOLERANCE_SECONDS = 30;

export interface NewTotp {
  /** In Base32, for users who cannot scan. */
  secret: string;
  uri: string;
  /** A picture of the address: an SVG as a data URL. */
  qrCode: string;
}

export const newTotpSecret = (): string => generateSecret({ length: 20 });

export async function describeTotp(secret: string, email: string, merchantName: string): Promise<NewTotp> {
  const uri = generateURI({ issuer: `Tollgate ${merchantName}`, label: email, secret });
  const svg = await QRCode.toString(uri, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' });
  return { secret, uri, qrCode: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` };
}

/** null: the code is not valid now. */
export async function stepOfCode(secret: string, code: string, now: Date): Promise<number | null> {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const epoch = Math.floor(now.getTime() / 1000);
  const result = await verify({
    secret,
    token,
    epoch,
    period: STEP_SECONDS,
    epochTolerance: TOLERANCE_SECONDS,
  });
  return result.valid ? Math.floor(epoch / STEP_SECONDS) + result.delta : null;
}
