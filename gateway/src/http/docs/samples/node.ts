// A sample call in JavaScript for Node.js 20 and newer; it must need no package.
import { literal, type Style, singleQuoted } from './literal.ts';
import { CARD_FIELDS, type SampleCall } from './sample-call.ts';

export const JAVASCRIPT: Style = {
  brackets: ['{', '}'],
  key: (name) => `${/^[A-Za-z_]\w*$/.test(name) ? name : singleQuoted(name)}: `,
  text: singleQuoted,
  words: { true: 'true', false: 'false', null: 'null' },
};

export function nodeSample({ method, address, body, signature, idempotencyKey }: SampleCall): string {
  const lines = signature ? ["import { createHmac } from 'node:crypto';", ''] : [];
  if (body)
    lines.push(`const body = ${literal(body, JAVASCRIPT)};`, 'const payload = JSON.stringify(body);', '');
  if (signature) lines.push(...SIGNED[signature], '');
  const headers = ["'X-API-KEY': process.env.TOLLGATE_API_KEY,"];
  if (body) headers.push("'Content-Type': 'application/json',");
  if (idempotencyKey) headers.push(`'Idempotency-Key': ${singleQuoted(idempotencyKey)},`);
  if (signature) headers.push(`${signature === 'body' ? "'X-Signature'" : 'Signature'}: signature,`);
  lines.push(
    `const response = await fetch('${address}', {`,
    ...(method === 'GET' ? [] : [`    method: '${method}',`]),
    '    headers: {',
    ...headers.map((header) => `        ${header}`),
    '    },',
    ...(body ? ['    body: payload,'] : []),
    '});',
    'console.log(response.status);',
    'console.log(await response.text());',
  );
  return lines.join('\n');
}

const HMAC = [
  "const signature = createHmac('sha256', process.env.TOLLGATE_SIGNING_SECRET)",
  '    .update(text)',
  "    .digest('base64');",
];

const SIGNED = {
  card: [
    `const text = [${CARD_FIELDS.map((field) => `body.${field}`).join(', ')}]`,
    "    .join(':');",
    ...HMAC,
  ],
  body: HMAC.map((line) => line.replace('(text)', '(payload)')),
} as const;
