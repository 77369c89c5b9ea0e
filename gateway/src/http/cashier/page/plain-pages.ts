// The cashier's pages without a payment to show: an unknown address, too many unknown addresses, a payment that ended
// long ago, a database that is away. They are plain HTML in the reader's language and must work without a script.

import { currencyDigits } from '@tollgate/provider-kit/currency';
import { returnUrl } from '../../../domain/cashier/return-url.ts';
import type { Language } from '../../../domain/errors/error-codes.ts';
import { formatMinor } from '../../../domain/money/money.ts';
import { isAuthorized, type Transaction } from '../../../domain/transactions/transaction.ts';
import { type Html, html } from '../../pages/html.ts';
import type { NoticeKind } from '../../pages/page-parts.ts';
import { plainPage } from '../../pages/plain-page.ts';
import { amountText } from '../state/amount-text.ts';
import { say } from './page-words.ts';
import { localeOf, type Reader } from './read-language.ts';

export function unknownPage(language: Language): Html {
  return layout(language, 'unknown', 'stop');
}

export function throttledPage(language: Language): Html {
  return layout(language, 'throttled', 'wait');
}

export function unavailablePage(language: Language): Html {
  return layout(language, 'unavailable', 'wait');
}

/**
 * For a shopper who came back from a provider's page and whose shop gave no return address. `name`: the brand's name as
 * shoppers see it.
 */
export function returnedPage(reader: Reader, transaction: Transaction, name: string): Html {
  const { language } = reader;
  const { status, amountMinor, currency, country } = transaction;
  const shown = { value: formatMinor(amountMinor, currency), currency, digits: currencyDigits(currency)! };
  const amount = amountText(shown, localeOf(reader, country));
  const facts = html`<dl>
      <div><dt>${say(language, 'receipt.amount')}</dt><dd><bdi>${amount}</bdi></dd></div>
      <div><dt>${say(language, 'receipt.to')}</dt><dd><bdi>${name}</bdi></dd></div>
    </dl>`;
  if (status === 'COMPLETED') return layout(language, amountMinor === 0n ? 'saved' : 'paid', 'done', facts);
  if (isAuthorized(transaction)) return layout(language, 'held', 'done', facts);
  if (status === 'DECLINED' || status === 'ERROR') return layout(language, 'unpaid', 'stop', facts);
  return layout(language, 'underWay', 'wait', facts);
}

/** `name`: the brand's name as shoppers see it. */
export function overPage(language: Language, transaction: Transaction, name: string): Html {
  const address = returnUrl(transaction);
  const back =
    address !== null &&
    html`<a class="button primary" href="${address}">${say(language, 'pages.back', { name })}</a>`;
  return layout(language, 'over', 'wait', back || null);
}

function layout(language: Language, page: string, mood: NoticeKind, more: Html | null = null): Html {
  return plainPage({
    language,
    root: '../',
    mood,
    title: say(language, `pages.${page}.title`),
    sentence: say(language, `pages.${page}.text`),
    more,
    foot: say(language, 'pages.foot'),
  });
}
