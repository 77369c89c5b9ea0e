// The frame of every page of the shop: head, test strip, masthead and foot. It must link styles and script as files,
// not contain them.
import { type Html, html } from '../html.ts';

export interface Framed {
  title: string;
  /** For the style sheet: home, checkout, order … */
  name: string;
  body: Html;
  countryCode?: string;
}

export function framed({ title, name, body, countryCode }: Framed): Html {
  const query = countryCode === undefined ? '' : `?country=${countryCode}`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Harbour Coffee</title>
<link rel="icon" href="/shop/assets/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/shop/assets/shop.css">
<link rel="stylesheet" href="/shop/assets/home.css">
<link rel="stylesheet" href="/shop/assets/orders.css">
<link rel="stylesheet" href="/shop/assets/underneath.css">
<link rel="stylesheet" href="/shop/assets/sizes.css">
<script type="module" src="/shop/assets/shop.js"></script>
</head>
<body class="${name}">
<a class="skip" href="#main">Skip to content</a>
<header>
<p class="strip"><b>Test shop</b> <span>Nothing is sold and no money moves.</span></p>
<div class="masthead">
<a class="brand" href="/shop${query}"><img src="/shop/assets/mark.svg" alt="" width="36" height="36"><span>Harbour Coffee</span></a>
<nav aria-label="Shop"><a href="/shop${query}#goods">Goods</a> <a href="/shop/deposit${query}">Cup deposit</a> <a href="/docs">API reference</a></nav>
</div>
</header>
<main id="main">
${body}
</main>
<footer class="foot">
<p>Harbour Coffee is made up. It is a merchant like yours: it calls the public API from its server, with an API key and a signing secret.</p>
<p>Orders are kept in memory only, and are gone when the gateway restarts. Card numbers are passed on and never kept.</p>
</footer>
</body>
</html>
`;
}
