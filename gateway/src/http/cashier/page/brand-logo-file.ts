// GET /assets/brands/{brandId}/{hash}.{extension}: a brand's logo. Its address has a hash of its content, so browsers
// keep it for ever. Whatever is in the file, it must only ever act as a picture.
import { Refusal } from '../../../domain/errors/refusal.ts';
import type { BrandLogo, LogoExtension } from '../../../domain/merchants/brand-logo.ts';
import { findBrandLogo } from '../../../storage/merchants/brand-logo-store.ts';
import { call } from '../../calls/call.ts';

const TYPES: Readonly<Record<LogoExtension, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  svg: 'image/svg+xml',
};
const FILE = /^([0-9a-f]{32})\.(png|jpg|webp|svg)$/;

// As for our own pictures (http/pages/assets.ts): an SVG opened on its own is a document, and it may do nothing. Only
// its own styles are allowed: drawing programs write styles, and Firefox applies this policy to pictures too.
const POLICY = "default-src 'none'; sandbox";
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export const brandLogoFileCall = call({
  address: 'GET /assets/brands/:brandId/:file',
  handle: async (context, { params }, reply) => {
    const logo = readFile(params.file!);
    const brand = logo && context.brands.byId(params.brandId!);
    const bytes = brand && (await findBrandLogo(context.sql, brand.merchantId, brand.brandId, logo));
    if (!bytes) throw new Refusal(404, 'there is no such file');
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', logo.extension === 'svg' ? SVG_POLICY : POLICY)
      .type(TYPES[logo.extension])
      .send(bytes);
  },
});

function readFile(file: string): BrandLogo | null {
  const [, hash, extension] = FILE.exec(file) ?? [];
  return hash === undefined ? null : { hash, extension: extension as LogoExtension };
}
