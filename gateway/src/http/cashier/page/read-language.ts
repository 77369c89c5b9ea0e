// The reader's language: the shopper's choice, else the merchant's (spec 2.7), else the browser's, else English. It
// also finds the region that decides how amounts and dates are written.
import type { FastifyRequest } from 'fastify';
import { LANGUAGES, type Language } from '../../../domain/errors/error-codes.ts';
import type { Transaction } from '../../../domain/transactions/transaction.ts';

export interface Reader {
  language: Language;
  /**
   * 'MX' of a browser that prefers es-MX, if the page is in Spanish; '419' is Latin America. null: the browser names no
   * region.
   */
  region: string | null;
}

/** `transaction` is null on pages without a payment, such as that of an unknown address. */
export function readReader(
  { query, headers }: Pick<FastifyRequest, 'query' | 'headers'>,
  transaction: Pick<Transaction, 'details'> | null,
): Reader {
  const { lang } = query as { lang?: unknown };
  const wishes = wishesOf(String(headers['accept-language'] ?? ''));
  const chosen = typeof lang === 'string' ? known(lang) : null;
  const named = transaction?.details.language;
  const preferred = wishes.map(known).find((one) => one !== null);
  const language = chosen ?? (named ? known(named) : null) ?? preferred ?? 'en';
  const regions = wishes.filter((tag) => known(tag) === language).map(regionOf);
  return { language, region: regions.find((one) => one !== null) ?? null };
}

/** The tag for formatting amounts and dates. If the browser names no region, it is the session's country. */
export function localeOf({ language, region }: Reader, country: string | null): string {
  return [language, region ?? country].filter((part) => part !== null).join('-');
}

/** The tags that a browser accepts, the preferred one first, without those of quality 0. */
function wishesOf(accepted: string): string[] {
  const wishes = accepted.split(',', 50).map((wish, place) => {
    const [tag = '', quality] = wish.split(';').map((part) => part.trim());
    return { tag, place, quality: quality === undefined ? 1 : Number(quality.replace(/^q=/i, '')) || 0 };
  });
  return wishes
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || a.place - b.place)
    .map(({ tag }) => tag);
}

/** 'pt' of 'pt-BR'; null: the page does not have it. */
function known(tag: string): Language | null {
  const primary = tag.split(/[-_]/)[0]!.toLowerCase();
  return LANGUAGES.find((one) => one === primary) ?? null;
}

/** 'TW' of 'zh-Hant-TW'. */
function regionOf(tag: string): string | null {
  const [, region] = /^[a-z]{2,3}(?:[-_][a-z]{4})?[-_]([a-z]{2}|\d{3})(?![a-z\d])/i.exec(tag) ?? [];
  return region?.toUpperCase() ?? null;
}
