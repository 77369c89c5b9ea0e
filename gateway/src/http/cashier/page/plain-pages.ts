// The cashier's pages without a payment to show: an unknown address, too many of them, a payment that ended long ago, a
// database that is away. They are plain HTML in the reader's language and must work without a script.

import { returnUrl } from '../../../domain/cashier/return-url.ts';
import type { Language } from '../../../domain/errors/error-codes.ts';
import type { Transaction } from '../../../domain/transactions/transaction.ts';
import { type Html, html } from '../../pages/html.ts';
import { type Mood, notice } from '../../pages/page-parts.ts';
import { say } from './page-words.ts';

export function unknownPage(language: Language): Html {
  return layout(language, 'unknown', 'stop');
}

export function throttledPage(language: Language): Html {
  return layout(language, 'throttled', 'wait');
}

export function unavailablePage(language: Language): Html {
  return layout(language, 'unavailable', 'wait');
}

/** For a shopper who came back from a provider's page, and whose shop named no address to go on to. */
export function returnedPage(language: Language, { status }: Transaction): Html {
  if (status === 'COMPLETED') return layout(language, 'paid', 'done');
  if (status === 'DECLINED' || status === 'ERROR') return layout(language, 'unpaid', 'stop');
  return layout(language, 'underWay', 'wait');
}

/** `name`: of the brand, as shown. */
export function overPage(language: Language, transaction: Transaction, name: string): Html {
  const address = returnUrl(transaction);
  const back =
    address !== null &&
    html`<a class="button primary" href="${address}">${say(language, 'pages.back', { name })}</a>`;
  return layout(language, 'over', 'wait', back || null);
}

function layout(language: Language, page: string, mood: Mood, more: Html | null = null): Html {
  const title = say(language, `pages.${page}.title`);
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="robots" content="noindex">
  <title>${title}</title>
  <link rel="icon" type="image/svg+xml" href="../assets/mark.svg">
  <link rel="stylesheet" href="../assets/cashier/cashier.css">
</head>
<body>
  <main>
    ${notice(mood, title, say(language, `pages.${page}.text`))}
    ${more}
  </main>
  <footer>${say(language, 'pages.foot')}</footer>
</body>
</html>
`;
}

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}
