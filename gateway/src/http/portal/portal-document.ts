// The document of the portal's page: its files under subresource integrity, the nonce for its styles, and a plain background
// until the script has come. Markup only.
import { type Html, html, join } from '../pages/html.ts';
import type { PageFile } from '../pages/page-files.ts';
import { portalFiles } from '../pages/portal-files.ts';

interface Given {
  /** The path of PUBLIC_URL; '' at the root of its host. */
  base: string;
  nonce: string;
}

export function portalDocument({ base, nonce }: Given): Html {
  const { script, imported, styles } = portalFiles();
  const address = ({ name }: PageFile) => `${base}/assets/portal/${name}`;
  const sheets = styles.map(
    (one) => html`  <link rel="stylesheet" href="${address(one)}" integrity="${one.integrity}">`,
  );
  const early = imported.map(
    (one) => html`  <link rel="modulepreload" href="${address(one)}" integrity="${one.integrity}">`,
  );
  return html`<!doctype html>
<html lang="en" data-base="${base}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="robots" content="noindex">
  <meta property="csp-nonce" nonce="${nonce}">
  <title>Tollgate</title>
  <link rel="icon" type="image/svg+xml" href="${base}/assets/cashier/cashier.svg">
${join(sheets)}
${join(early)}
  <script type="module" src="${address(script)}" integrity="${script.integrity}"></script>
</head>
<body>
  <div id="app"><noscript>The portal needs JavaScript. Switch it on in the settings of this browser and load the page again.</noscript></div>
</body>
</html>
`;
}
