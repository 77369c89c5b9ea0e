// One operation of the reference: its fields and answers on the left, code to paste and worked answers on the right.
import { type Html, html, join, trusted } from '../pages/html.ts';
import { inline, json, prose } from './markup.ts';
import type { MediaObject, OpenApi, OperationObject, SchemaObject } from './openapi-types.ts';
import { inLanguages, type Panels, panel } from './panels.ts';
import { resolve, sampleOf } from './sample.ts';
import { SAMPLE_CALLS, type SampleCall } from './samples/sample-call.ts';
import { writeSamples } from './samples/write-samples.ts';

export interface Setting {
  document: OpenApi;
  publicUrl: string;
  /** Whether the page can send a request. */
  canTry: boolean;
}

interface Described {
  method: string;
  path: string;
  operation: OperationObject;
}

export function renderOperation(described: Described, setting: Setting): Html {
  const { method, path, operation } = described;
  const { document } = setting;
  const id = operation.operationId;
  const body = operation.requestBody?.content['application/json'];
  const statuses = Object.entries(operation.responses);
  const isWebhook = operation.tags[0] === 'Webhooks';
  return html`<article class="operation" id="${id}">
  <div class="words">
    <h2><a href="#${id}">${operation.summary}</a></h2>
    <p class="address">${methodBadge(method)}<code>${path}</code></p>
    ${prose(operation.description)}
    ${renderParameters(operation, document)}
    ${body ? html`<h3>Body</h3>${renderFields(resolve(body.schema, document), document, `${id}.body`)}` : null}
    <h3>Answers</h3>
    <dl class="answers">${join(statuses.map(([status, { description, headers }]) => renderStatus(status, description, headers)))}</dl>
    ${join(statuses.filter(([status]) => Number(status) < 300).map(([status, { content }]) => renderAnswerFields(`${id}.${status}`, content, document)))}
  </div>
  <div class="code">
    ${isWebhook ? renderBodies(operation) : renderRequests(described, setting)}
    ${renderSamples(described, setting)}
    ${renderAnswers(operation, document)}
  </div>
</article>`;
}

export function methodBadge(method: string): Html {
  return html`<b class="method ${method}">${method.toUpperCase()}</b>`;
}

function renderParameters({ operationId, parameters = [] }: OperationObject, document: OpenApi): Html {
  const titles: Record<string, string> = { path: 'Path', query: 'Query', header: 'Headers' };
  return join(
    Object.entries(titles).map(([where, title]) => {
      const own = parameters.filter((one) => one.in === where);
      if (own.length === 0) return html``;
      return html`<h3>${title}</h3><ul class="fields">${join(
        own.map(({ name, required, description, schema }) =>
          renderField(
            { id: `${operationId}.${where}.${name}`, required },
            { ...schema, description },
            document,
          ),
        ),
      )}</ul>`;
    }),
  );
}

/** `at`: the id of the element around the fields. */
function renderFields(schema: SchemaObject, document: OpenApi, at: string): Html {
  const required = schema.required ?? [];
  const fields = Object.entries(schema.properties ?? {});
  return html`<ul class="fields">${join(
    fields.map(([name, field]) =>
      renderField({ id: `${at}.${name}`, required: required.includes(name) }, field, document),
    ),
  )}</ul>`;
}

/** `id`: the place of the field as names with dots, so that each field has an address. */
function renderField(
  { id, required }: { id: string; required: boolean },
  field: SchemaObject,
  document: OpenApi,
): Html {
  const name = id.slice(id.lastIndexOf('.') + 1);
  const inner = resolve(field, document);
  const children = inner.properties ?? (inner.items && resolve(inner.items, document).properties);
  const values = (inner.enum ?? []).filter((value) => value !== null).map(String);
  const childSchema = inner.properties ? inner : inner.items && resolve(inner.items, document);
  return html`<li><p class="field" id="${id}"><code>${name}</code><span class="type">${typeName(field, document)}</span>${
    required ? html`<span class="required">required</span>` : null
  }</p>
  <div class="about">${inline(field.description ?? inner.description ?? '')}${
    values.length > 0
      ? html` <span class="values">${join(values.map((value) => html`<code>${value}</code>`))}</span>`
      : null
  }</div>${
    children && childSchema
      ? html`<details><summary>Fields of <code>${name}</code></summary>${renderFields(childSchema, document, id)}</details>`
      : null
  }</li>`;
}

function typeName(field: SchemaObject, document: OpenApi): string {
  const inner = resolve(field, document);
  const types = [inner.type ?? 'any'].flat().filter((type) => type !== 'null');
  if (types.length > 1) return types.join(' or ');
  if (types[0] === 'array')
    return `array of ${inner.items ? `${typeName(inner.items, document)}s` : 'anything'}`;
  const formats: Record<string, string> = { uuid: 'UUID', 'date-time': 'date-time' };
  return formats[inner.format ?? ''] ?? types[0]!;
}

function renderStatus(
  status: string,
  description: string,
  headers?: Record<string, { description: string }>,
): Html {
  const extra = Object.entries(headers ?? {}).map(
    ([name, about]) => html`<br><code>${name}</code> ${inline(about.description)}`,
  );
  return html`<dt><span class="status s${status[0]!}">${status}</span></dt><dd>${inline(description)}${join(extra)}</dd>`;
}

function renderAnswerFields(
  at: string,
  content: Record<string, MediaObject> | undefined,
  document: OpenApi,
): Html {
  const schema = content?.['application/json']?.schema;
  if (!schema) return html``;
  const whole = resolve(schema, document);
  const fields = whole.items ? resolve(whole.items, document) : whole;
  if (!fields.properties) return html``;
  return html`<details class="answer-fields"><summary>Fields of the ${at.split('.')[1]!} answer${whole.items ? ', for each item' : ''}</summary>${renderFields(fields, document, at)}</details>`;
}

/** For a webhook, which the gateway sends. */
function renderBodies({ operationId, requestBody }: OperationObject): Html {
  const examples = Object.entries(requestBody?.content['application/json']?.examples ?? {});
  const shown = examples.map(([name, { summary, value }]) => [
    name,
    { summary: `${name.split('-')[0]}: ${summary}`, made: json(value) },
  ]);
  return panel(`${operationId}-body`, 'Body', Object.fromEntries(shown));
}

function renderRequests(
  { method, path, operation }: Described,
  { document, publicUrl, canTry }: Setting,
): Html {
  const media = operation.requestBody?.content['application/json'];
  const sample = { summary: '', value: media && sampleOf(media.schema, document) };
  const address = fillAddress(path, operation, document);
  const shown: Panels = {};
  for (const [name, { summary, value }] of Object.entries(media?.examples ?? { only: sample })) {
    shown[name] = { summary, made: curl(method, publicUrl + address, operation, value) };
  }
  const more = canTry ? tryButton(method, address, operation) : null;
  return panel(`${operation.operationId}-request`, 'Request', shown, { more });
}

/** Fills the try-it form; the form's body is that of the example on the page. */
function tryButton(method: string, address: string, operation: OperationObject): Html {
  const scheme = Object.keys(operation.security[0] ?? {})[0] ?? 'open';
  return html`<button type="button" class="try" hidden data-method="${method.toUpperCase()}" data-address="${address}" data-scheme="${scheme}">Try it</button>`;
}

function renderSamples(described: Described, setting: Setting): Html | null {
  const call = sampleCallOf(described, setting);
  if (call === null) return null;
  const title = call.signature ? 'Signed, in your language' : 'In your language';
  return inLanguages(`${described.operation.operationId}-code`, title, writeSamples(call));
}

/** null: the operation is not one of the main calls. */
export function sampleCallOf(
  { method, path, operation }: Described,
  { document, publicUrl }: Pick<Setting, 'document' | 'publicUrl'>,
): SampleCall | null {
  const about = SAMPLE_CALLS[operation.operationId];
  if (!about) return null;
  const [example] = Object.values(operation.requestBody?.content['application/json']?.examples ?? {});
  const body = (example?.value as SampleCall['body']) ?? null;
  return {
    method: method.toUpperCase() as SampleCall['method'],
    address: publicUrl + fillAddress(path, operation, document) + (about.query ?? ''),
    baseUrl: publicUrl,
    body,
    signature: about.signature,
    idempotencyKey: about.idempotent ? `${body?.merchantReference}-try-1` : null,
  };
}

function renderAnswers(operation: OperationObject, document: OpenApi): Html {
  const shown: Panels = {};
  for (const [status, { content }] of Object.entries(operation.responses)) {
    const media = content?.['application/json'];
    if (!media || (Number(status) >= 300 && !media.examples)) continue;
    const sample = { summary: '', value: sampleOf(media.schema, document) };
    for (const [name, { summary, value }] of Object.entries(media.examples ?? { only: sample })) {
      shown[`${status}-${name}`] = { summary: `${status} ${summary}`.trim(), made: json(value) };
    }
  }
  return Object.keys(shown).length === 0 ? html`` : panel(`${operation.operationId}-answer`, 'Answer', shown);
}

/** Fills in sample values, because curl would interpret the braces of a template. */
function fillAddress(path: string, { parameters = [] }: OperationObject, document: OpenApi): string {
  const sampleFor = (name: string): string => {
    const schema = parameters.find((one) => one.name === name)?.schema;
    const value = schema && sampleOf(schema, document);
    return typeof value === 'string' && value !== '…' ? value : '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15';
  };
  const query = parameters.filter((one) => one.in === 'query' && one.required);
  const search = query.map(({ name }) => `${name}=${encodeURIComponent(sampleFor(name))}`).join('&');
  return path.replaceAll(/\{(\w+)\}/g, (_, name) => sampleFor(name)) + (search && `?${search}`);
}

function curl(method: string, address: string, operation: OperationObject, body: unknown): Html {
  const verb = method === 'get' ? '' : `-X ${method.toUpperCase()} `;
  const lines = [html`curl ${verb}<span class="s">"${address}"</span>`];
  const header = (text: string) => lines.push(html`  -H <span class="s">"${text}"</span>`);
  const scheme = Object.keys(operation.security[0] ?? {})[0];
  if (scheme === 'apiKey') header('X-API-KEY: $TOLLGATE_API_KEY');
  if (scheme === 'operatorToken') header('Authorization: Bearer $OPERATOR_TOKEN');
  if (operation.parameters?.some(({ name }) => name === 'Idempotency-Key'))
    header('Idempotency-Key: $(openssl rand -hex 16)');
  if (operation.requestBody) {
    header('Content-Type: application/json');
    // A quote inside a quoted shell word: end the word, an escaped quote, begin the word again.
    const quoted = json(body).text.replaceAll('&#39;', '&#39;\\&#39;&#39;');
    lines.push(
      html`  -d <span class="q">&#39;</span><span class="body">${trusted(quoted)}</span><span class="q">&#39;</span>`,
    );
  }
  return trusted(lines.map((line) => line.text).join(' \\\n'));
}
