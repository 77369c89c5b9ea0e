// GET /docs: the API reference, rendered from the OpenAPI document and the guide, with nothing fetched from outside and
// nothing inline (contract 1, 11). Written by hand because the bundled viewers weigh megabytes or call home. The page
// is made once; it holds no caller's data.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { ASK_AGAIN, readAssets, serveAssets } from '../assets.ts';
import { type Html, html, join } from '../html.ts';
import { guide } from './guide.ts';
import type { OpenApi, OperationObject } from './openapi-types.ts';
import { methodBadge, renderOperation } from './render-operation.ts';

const FOLDER = new URL('../../../assets/docs/', import.meta.url);
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'";

export function docsRoute(app: FastifyInstance, context: Context): void {
  let page: string | undefined;
  app.get('/docs', (_request, reply) => {
    page ??= renderPage(app.openApi() as unknown as OpenApi, context.config);
    reply.header('content-security-policy', POLICY).header('referrer-policy', 'no-referrer');
    return reply.type('text/html; charset=utf-8').send(page);
  });
}

export function docsAssetsRoute(app: FastifyInstance): void {
  serveAssets(app, {
    at: '/assets/docs',
    files: readAssets(FOLDER, ['docs.css', 'docs.js', 'mark.svg']),
    cacheControl: ASK_AGAIN,
  });
}

function renderPage(
  document: OpenApi,
  { publicUrl, webhookRetryScheduleSeconds }: Context['config'],
): string {
  const groups = groupByTag(document);
  const sections = guide(publicUrl, webhookRetryScheduleSeconds);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Tollgate API reference</title>
<link rel="icon" href="/assets/docs/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/docs/docs.css">
<script src="/assets/docs/docs.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top">
  <a class="brand" href="#start"><img src="/assets/docs/mark.svg" alt="" width="26" height="26"><b>Tollgate</b> <span>API reference</span></a>
  <nav class="top-links" aria-label="Page">
    <a href="/openapi.json">openapi.json</a>
    <button type="button" id="theme" hidden>Theme</button>
    <button type="button" id="menu" aria-controls="sidebar" aria-expanded="false" hidden>Menu</button>
  </nav>
</header>
<div class="frame">
<nav class="sidebar" id="sidebar" aria-label="Contents">
  <input type="search" id="filter" placeholder="Filter" aria-label="Filter the contents" hidden>
  <h2>Guide</h2>
  <ul>${join(sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`))}</ul>
  ${join(groups.map(renderGroupLinks))}
</nav>
<main id="content">
  ${join(sections.map(({ body }) => body))}
  ${join(
    groups.map(
      ({
        tag,
        operations,
      }) => html`<section class="group" aria-labelledby="${slug(tag)}"><h2 class="group-title" id="${slug(tag)}">${tag}</h2>
      ${join(operations.map((one) => renderOperation(one, document, publicUrl)))}</section>`,
    ),
  )}
</main>
</div>
</body>
</html>`.text;
}

interface Group {
  tag: string;
  operations: { method: string; path: string; operation: OperationObject }[];
}

function groupByTag(document: OpenApi): Group[] {
  const groups = new Map<string, Group['operations']>(document.tags.map(({ name }) => [name, []]));
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      groups.get(operation.tags[0]!)?.push({ method, path, operation });
    }
  }
  for (const { post } of Object.values(document.webhooks)) {
    groups.get(post.tags[0]!)?.push({ method: 'post', path: 'your notificationUrl', operation: post });
  }
  return [...groups].map(([tag, operations]) => ({ tag, operations }));
}

function renderGroupLinks({ tag, operations }: Group): Html {
  return html`<h2>${tag}</h2><ul>${join(
    operations.map(
      ({ method, operation }) =>
        html`<li><a href="#${operation.operationId}"><span>${operation.summary}</span>${methodBadge(method)}</a></li>`,
    ),
  )}</ul>`;
}

const slug = (tag: string): string => `group-${tag.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;
