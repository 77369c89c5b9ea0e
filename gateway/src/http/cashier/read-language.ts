// In which language a shopper is spoken to: what they chose, else what the merchant said, else what their browser prefers,
// else English (contract 4). For every answer of the cashier.
import type { FastifyRequest } from 'fastify';
import { LANGUAGES, type Language } from '../../domain/error-codes.ts';
import type { Transaction } from '../../domain/transaction.ts';

/** `transaction` null: there is none, as on the page of an unknown address. */
export function readLanguage(
  { query, headers }: Pick<FastifyRequest, 'query' | 'headers'>,
  transaction: Pick<Transaction, 'details'> | null,
): Language {
  const { lang } = query as { lang?: unknown };
  const chosen = typeof lang === 'string' ? known(lang) : null;
  const named = transaction?.details.language;
  return (
    chosen ?? (named ? known(named) : null) ?? preferred(String(headers['accept-language'] ?? '')) ?? 'en'
  );
}

/** The first of those it likes best that is spoken here; `*` and what it wants not to have say nothing. */
function preferred(accepted: string): Language | null {
  const wishes = accepted.split(',', 50).map((wish, place) => {
    const [tag = '', quality] = wish.split(';').map((part) => part.trim());
    return { tag, place, quality: quality === undefined ? 1 : Number(quality.replace(/^q=/i, '')) || 0 };
  });
  const best = wishes
    .filter(({ quality, tag }) => quality > 0 && known(tag) !== null)
    .sort((a, b) => b.quality - a.quality || a.place - b.place)[0];
  return best ? known(best.tag) : null;
}

/** 'pt' of 'pt-BR'; null: not spoken here. */
function known(tag: string): Language | null {
  const primary = tag.split(/[-_]/)[0]!.toLowerCase();
  return LANGUAGES.find((one) => one === primary) ?? null;
}
