// The document of the cashier's page. It shows the amount and the payee before the script has loaded. It holds the
// state that the script begins with, and the script's files under subresource integrity. It must hold markup only.
import { directionOf, LANGUAGES } from '../../../domain/errors/error-codes.ts';
import { escapeHtml } from '../../../domain/escape-html.ts';
import { type Html, html, trusted } from '../../pages/html.ts';
import { type PageFile, pageFiles } from '../../pages/page-files.ts';
import { amountText } from '../state/amount-text.ts';
import type { CashierState, Start } from '../state/state.ts';
import { pageWords, say, scriptWords } from './page-words.ts';

interface Place {
  /** The path of the folder that holds the assets: '..' from the page's own address. */
  root?: string;
  /** Whether the portal shows it as a preview while the look is edited. */
  preview?: boolean;
}

export function pageDocument(state: CashierState, { root = '..', preview = false }: Place = {}): Html {
  const { language, kind, brand } = state;
  const { script, style } = pageFiles();
  const messages = scriptWords(language, partsOf(state));
  const start: Start = {
    state,
    messages,
    partial: true,
    languages: LANGUAGE_NAMES,
    ...(preview && { preview }),
  };
  const addressOf = ({ name }: PageFile) => `${root}/assets/cashier/app/${name}`;
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="robots" content="noindex">
  <title>${say(language, `pages.${kind}.title`, { name: brand.name })}</title>
  <link rel="icon" type="image/svg+xml" href="${root}/assets/mark.svg">
  <link rel="stylesheet" href="${addressOf(style)}" integrity="${style.integrity}">
  <script type="module" src="${addressOf(script)}" integrity="${script.integrity}"></script>
</head>
<body>
  <div id="app">${skeleton(state)}</div>
  <script type="application/json" id="start">${inScript(start)}</script>
</body>
</html>
`;
}

/** The texts of the first screen; the script requests the others after that is shown (state.ts). */
function partsOf({ screen, inTest, isCapturedLater, mandate }: CashierState): string[] {
  const isLater = isCapturedLater || mandate !== null;
  const ofScreen = screen.name !== 'choose' ? ['screens'] : isLater ? ['choose', 'later'] : ['choose'];
  return ['shell', ...ofScreen, ...(inTest ? ['test'] : [])];
}

/** Values for `{name}`, `{amount}` and other placeholders; each is escaped. */
function skeleton({
  language,
  locale,
  brand,
  amount,
  kind,
  screen,
  reference,
  order,
  inTest,
  isAtProvider,
  returnUrl,
}: CashierState): Html {
  const words = pageWords(language);
  const values: Readonly<Record<string, string>> = {
    name: brand.name,
    amount: amountText(amount, locale),
    what: say(language, `shell.${whatFor({ kind, amount, screen })}`, { brand: brand.name }),
    reference: reference === null ? '' : `${words['shell.reference'] ?? ''} ${reference}`.trim(),
    items: order?.title ?? '',
    back: say(language, 'pages.back', { name: brand.name }),
    returnUrl: returnUrl ?? '',
    noscript: words['shell.noscript'] ?? '',
    testNote: words[isAtProvider ? 'test.atProvider' : 'test.noMoney'] ?? '',
  };
  return trusted(
    skeletonOf({ test: inTest, back: returnUrl !== null }).replaceAll(
      /\{([\w.]+)\}/g,
      (whole, key: string) => {
        const value = Object.hasOwn(values, key) ? values[key] : words[key];
        return value === undefined ? whole : escapeHtml(value);
      },
    ),
  );
}

/** As shell/order.tsx of the page: a payment of zero only saves the means of payment. */
function whatFor({
  kind,
  amount,
  screen,
}: Pick<CashierState, 'kind' | 'amount' | 'screen'>): 'pay' | 'paid' | 'payout' | 'save' {
  if (kind === 'payout') return 'payout';
  if (Number(amount.value) === 0) return 'save';
  const isPaid = screen.name === 'end' && screen.outcome === 'completed' && screen.charged === null;
  return isPaid ? 'paid' : 'pay';
}

/** Only the test environment has the strip, and only a payment with a redirectUrl has a link back. */
function skeletonOf(has: Readonly<Record<string, boolean>>): string {
  return pageFiles().skeleton.replaceAll(
    /<!--(\w+)-->([\s\S]*?)<!--\/\1-->\n/g,
    (_, part: string, markup: string) => (has[part] ? markup : ''),
  );
}

/** No text in it can end the element or begin a comment. */
function inScript(start: Start): Html {
  return trusted(
    JSON.stringify(start).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026'),
  );
}

/** Each name in its own language. */
const LANGUAGE_NAMES: Start['languages'] = LANGUAGES.map((code) => {
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(code)!;
  return { code, name: name.charAt(0).toLocaleUpperCase(code) + name.slice(1) };
});
