// A page in the look of the cashier that shows a notice: plain HTML, which must work without a script. Words and markup
// only.
import { directionOf, type Language } from '../../domain/errors/error-codes.ts';
import { type Html, html } from './html.ts';
import { type NoticeKind, notice } from './page-parts.ts';

interface PlainPage {
  language: Language;
  /** The path from the page's address to the root of the gateway, such as `../`. */
  root: string;
  mood: NoticeKind;
  title: string;
  sentence: string;
  /** Stands below the notice. */
  more: Html | null;
  foot: string | null;
}

export function plainPage({ language, root, mood, title, sentence, more, foot }: PlainPage): Html {
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="robots" content="noindex">
  <title>${title}</title>
  <link rel="icon" type="image/svg+xml" href="${root}assets/mark.svg">
  <link rel="stylesheet" href="${root}assets/cashier/cashier.css">
</head>
<body>
  <main>
    ${notice(mood, title, sentence)}
    ${more}
  </main>
  ${foot !== null && html`<footer>${foot}</footer>`}
</body>
</html>
`;
}
