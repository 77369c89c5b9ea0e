// A brand's logo, read from the data URL that an operator sends. Its name comes from its content, so its address can be
// cached for ever. The bytes go to storage/merchants/brand-logo-store.ts. It must never trust the type that the sender
// gives; only the bytes count. Pure.
import { createHash } from 'node:crypto';
import { documentTypeOf } from '../document-type.ts';
import { beginsLikeSvg, svgFault } from '../svg-picture.ts';

export type LogoExtension = 'png' | 'jpg' | 'webp' | 'svg';

/** The part kept in memory: enough for its address. */
export interface BrandLogo {
  /** The first 32 digits of the SHA-256 of the bytes. */
  hash: string;
  extension: LogoExtension;
}

export interface NewLogo extends BrandLogo {
  bytes: Buffer;
}

/** A page should not wait for its logo. In KB of 1,024. */
const MOST_KB = 64;
const DATA_URL = /^data:[^,]{0,100};base64,/i;
const EXTENSIONS: Readonly<Record<string, LogoExtension>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
};

export function readLogo(dataUrl: string): NewLogo | { fault: string } {
  const start = DATA_URL.exec(dataUrl)?.[0];
  const base64 = start === undefined ? '' : dataUrl.slice(start.length);
  const bytes = Buffer.from(base64, 'base64');
  // Node skips characters that are not base64. So we encode the result again to check that all of it was read.
  if (base64 === '' || unpadded(bytes.toString('base64')) !== unpadded(base64))
    return { fault: 'must be a data URL in base64, such as data:image/png;base64,iVBORw0KGgo=' };
  if (bytes.length > MOST_KB * 1_024)
    return { fault: `must be at most ${MOST_KB} KB; this one has ${Math.ceil(bytes.length / 1_024)} KB` };
  const extension = EXTENSIONS[documentTypeOf(bytes) ?? ''] ?? (beginsLikeSvg(bytes) ? 'svg' : null);
  if (extension === null) return { fault: 'must be a PNG, JPEG, WebP or SVG picture' };
  const fault = extension === 'svg' ? svgFault(bytes) : null;
  if (fault !== null) return { fault };
  return { hash: createHash('sha256').update(bytes).digest('hex').slice(0, 32), extension, bytes };
}

/** `publicUrl` has no slash at its end. */
export function logoUrl(publicUrl: string, brandId: string, { hash, extension }: BrandLogo): string {
  return `${publicUrl}/assets/brands/${brandId}/${hash}.${extension}`;
}

const unpadded = (base64: string): string => base64.replace(/={1,2}$/, '');
