// "What happens underneath": the steps of an order, shown to developers. A request has its signature, an answer has the
// proof of its signature, and a webhook is shown as it came. The page must show only what was masked before it was
// kept.
import { type Html, html } from '../html.ts';
import { jsonView } from '../json-view.ts';
import type { CallStep, HopStep, Order, Step, WebhookStep } from '../orders.ts';

const STATUS_WORDS: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  422: 'Unprocessable',
  429: 'Too Many Requests',
};

export function underneath(order: Order, publicUrl: string): Html {
  return html`<section class="under" aria-labelledby="under-title">
<div class="under-head">
<h2 id="under-title">What happens underneath</h2>
<p class="live" data-live><span class="live-dot" aria-hidden="true"></span><span data-live-words>Reload to see more</span></p>
</div>
<ol class="steps" id="steps">${order.steps.map((step) => stepItem(order, step, publicUrl))}</ol>
<p class="under-foot">Keys and card numbers are masked. Bodies are shown indented; the signature is over the compact text.</p>
</section>`;
}

export function stepItem(order: Order, step: Step, publicUrl: string): Html {
  const after = (step.at.getTime() - order.createdAt.getTime()) / 1000;
  const shown =
    after < 1
      ? `+${Math.round(after * 1000)} ms`
      : after < 60
        ? `+${after.toFixed(1)} s`
        : `+${Math.floor(after / 60)} min`;
  const time = html`<time datetime="${step.at.toISOString()}" title="${step.at.toISOString()}">${shown}</time>`;
  const newest = order.steps.at(-1) === step;
  const open = { call: () => isMain(step as CallStep), webhook: () => newest, hop: () => true }[step.kind]();
  const inner = {
    call: () => callStep(step as CallStep, publicUrl),
    webhook: () => webhookStep(step as WebhookStep),
    hop: () => hopStep(step as HopStep),
  }[step.kind]();
  return html`<li class="step ${step.kind}" id="step-${step.id}">
<details${open ? html` open` : null}>
<summary><span class="step-who">${whoActs(step)}</span><span class="step-title">${step.title}</span>${inner.badge}${time}</summary>
<div class="step-body"><p class="step-text">${step.text}</p>${inner.body}</div>
</details>
</li>`;
}

const isMain = (step: CallStep): boolean => step.main || step.failure !== null;
const whoActs = (step: Step): string =>
  ({ call: 'Shop → gateway', webhook: 'Gateway → shop', hop: 'Browser' })[step.kind];

interface Inner {
  badge: Html;
  body: Html;
}

function callStep(step: CallStep, publicUrl: string): Inner {
  const { method, path, answer } = step;
  const code = answer?.status;
  const badge = html`<span class="step-line"><code class="verb">${method}</code> <code class="path">${path.split('?')[0]}</code>${
    code === undefined
      ? html`<code class="code ${step.failure ? 'bad' : 'open'}">${step.failure ? 'no answer' : '…'}</code>`
      : html`<code class="code ${code < 300 ? 'good' : 'bad'}">${code}</code>`
  }${answer?.verified && html`<span class="seal">✓ signature</span>`}${
    step.times > 1 && html`<span class="times">${step.times} times</span>`
  }</span>`;
  const body = html`<div class="message-block">
<div class="message-head"><h3>Request</h3><button type="button" class="copy" data-copy="${curlOf(step, publicUrl)}">Copy as curl</button></div>
<pre tabindex="0" role="group" aria-label="Request"><code><span class="verb">${method}</span> ${path}
${headerLines(step.headers)}${step.body !== null && html`\n${jsonView(step.body)}`}</code></pre>
${step.signed && html`<p class="proof">The signature is the Base64 of HMAC-SHA256 over <code>${step.signed}</code>, keyed with the signing secret.</p>`}
</div>
${
  answer &&
  html`<div class="message-block">
<div class="message-head"><h3>Answer <span class="took">${Math.max(1, Math.round(answer.tookMs))} ms</span></h3>${proofOf(answer.verified)}</div>
<pre tabindex="0" role="group" aria-label="Answer"><code><span class="code ${answer.status < 300 ? 'good' : 'bad'}">${answer.status}</span> ${STATUS_WORDS[answer.status] ?? ''}
${headerLines(answer.headers)}
${jsonView(answer.body)}</code></pre>
</div>`
}${step.failure && html`<p class="failure">${step.failure}</p>`}`;
  return { badge, body };
}

function proofOf(verified: boolean | null): Html {
  if (verified === null) return html`<span class="proof-none">Answers of this call are not signed</span>`;
  return verified
    ? html`<span class="proof-good">✓ X-Signature verified</span>`
    : html`<span class="proof-bad">✗ X-Signature is wrong</span>`;
}

function webhookStep(step: WebhookStep): Inner {
  const badge = html`<span class="step-line"><code class="verb hook">EVENT ${step.sequence}</code><span class="seal">✓ signature</span>${
    step.duplicates > 0 && html`<span class="times">came ${step.duplicates + 1} times, counted once</span>`
  }</span>`;
  const body = html`<div class="message-block">
<div class="message-head"><h3>Webhook</h3><span class="proofs"><span class="proof-good">✓ X-Signature verified</span>${
    step.standard && html` <span class="proof-good">✓ Standard Webhooks</span>`
  }</span></div>
<pre tabindex="0" role="group" aria-label="Webhook"><code><span class="verb">POST</span> /shop/webhooks
${headerLines(step.headers)}
${jsonView(step.body)}</code></pre>
</div>`;
  return { badge, body };
}

function hopStep(step: HopStep): Inner {
  return {
    badge: html``,
    body: html`${step.url && html`<pre tabindex="0" role="group" aria-label="Address"><code>${step.url}</code></pre>`}`,
  };
}

function headerLines(headers: [string, string][]): Html[] {
  return headers.map(([name, value]) => {
    const signature = /signature$/i.test(name);
    return html`<span class="h${signature && ' sig'}">${name}:</span> <span class="${signature ? 'sigv' : 'v'}">${value}</span>\n`;
  });
}

/** For a shell that knows $API_KEY; card details have to be typed again. */
function curlOf({ method, path, headers, body }: CallStep, publicUrl: string): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const lines = [`curl -X ${method} ${quoted(publicUrl + path)}`];
  for (const [name, value] of headers) {
    lines.push(name === 'X-API-KEY' ? '-H "X-API-KEY: $API_KEY"' : `-H ${quoted(`${name}: ${value}`)}`);
  }
  if (body !== null) lines.push(`-d ${quoted(JSON.stringify(body))}`);
  return lines.join(' \\\n  ');
}
