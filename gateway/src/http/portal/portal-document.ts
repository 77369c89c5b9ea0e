// The document of the portal's page. It shows the frame before any script or stylesheet has loaded: the skeleton with
// its style within the document. Then it names the files, under subresource integrity, and begins the calls that the
// first screen makes. Markup only; it must hold nothing of a merchant.
import { type Html, html, join, trusted } from '../pages/html.ts';
import type { PageFile } from '../pages/page-files.ts';
import { portalFiles } from '../pages/portal-files.ts';
import type { FirstScreen } from './first-screen.ts';

interface Given {
  /** The path of PUBLIC_URL; '' at the root of its host. */
  base: string;
  nonce: string;
  /** null: the address has no row in first-screen.ts. */
  screen: FirstScreen | null;
  /** Whether the document shows the frame: not on the way to the sign-in. */
  framed: boolean;
  /** The browser has a cookie, so the document begins the calls. */
  signedIn: boolean;
  isTest: boolean;
}

export function portalDocument({ base, nonce, screen, framed, signedIn, isTest }: Given): Html {
  const { script, imported, styles, screens, skeletonStyle } = portalFiles();
  const own = (screen && screens.get(screen.source)) ?? { scripts: [], styles: [] };
  const address = ({ name }: PageFile) => `${base}/assets/portal/${name}`;
  const sheets = [...styles, ...own.styles].map(
    (one) => html`  <link rel="stylesheet" href="${address(one)}" integrity="${one.integrity}">`,
  );
  const early = [...imported, ...own.scripts].map(
    (one) => html`  <link rel="modulepreload" href="${address(one)}" integrity="${one.integrity}">`,
  );
  const calls = signedIn && framed ? ['/portal/api/session', ...(screen?.calls ?? [])] : [];
  const begun = calls.map(
    (one) => html`  <link rel="preload" as="fetch" href="${base}${one}" crossorigin="anonymous">`,
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
  <style nonce="${nonce}">${trusted(skeletonStyle)}</style>
${join(begun)}
  <script type="module" src="${address(script)}" integrity="${script.integrity}"></script>
${join(early)}
  <link rel="icon" type="image/svg+xml" href="${base}/assets/mark.svg">
</head>
<body>
${framed ? skeleton(screen?.title ?? null, isTest) : null}
  <noscript>The portal needs JavaScript. Switch it on in the settings of this browser and load the page again.</noscript>
  <div id="app"></div>
${join(sheets)}
</body>
</html>
`;
}

const TILES = 7;
const ROWS = 8;
const times = (count: number, what: string) => trusted(what.repeat(count));

/** Draws the frame as shell/frame.tsx of the portal does. main.tsx removes it when the first screen is there. */
function skeleton(title: string | null, isTest: boolean): Html {
  return html`  <div id="skeleton" aria-busy="true">
    ${isTest && html`<div class="strip"><strong>Test mode</strong> – no money moves</div>`}
    <div class="top"><i></i><b></b></div>
    <div class="rail"><p><b></b><i></i></p>${times(TILES, '<i></i>')}</div>
    <div class="main"><h1>${title ?? ''}</h1><i></i><div>${times(ROWS, '<p><i></i><i></i><i></i></p>')}</div></div>
  </div>`;
}
