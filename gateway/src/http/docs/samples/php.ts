// A sample call in PHP 8, with its streams: it must need no extension. The flags make json_encode write the same text
// as JSON.stringify.
import { literal, type Style, singleQuoted } from './literal.ts';
import { CARD_FIELDS, type SampleCall } from './sample-call.ts';

const STYLE: Style = {
  brackets: ['[', ']'],
  key: (name) => `${singleQuoted(name)} => `,
  text: singleQuoted,
  words: { true: 'true', false: 'false', null: 'null' },
};

export function phpSample({ method, address, body, signature, idempotencyKey }: SampleCall): string {
  const lines = ['<?php'];
  if (body) {
    lines.push(
      `$body = ${literal(body, STYLE)};`,
      '$payload = json_encode($body, JSON_UNESCAPED_SLASHES',
      '    | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_LINE_TERMINATORS);',
      '',
    );
  }
  if (signature) lines.push(...SIGNED[signature], '');
  const headers = ["'X-API-KEY: ' . getenv('TOLLGATE_API_KEY'),"];
  if (body) headers.push("'Content-Type: application/json',");
  if (idempotencyKey) headers.push(`${singleQuoted(`Idempotency-Key: ${idempotencyKey}`)},`);
  if (signature) headers.push(`'${signature === 'body' ? 'X-Signature' : 'Signature'}: ' . $signature,`);
  lines.push(
    "$context = stream_context_create(['http' => [",
    `    'method' => '${method}',`,
    "    'header' => [",
    ...headers.map((header) => `        ${header}`),
    '    ],',
    ...(body ? ["    'content' => $payload,"] : []),
    "    'ignore_errors' => true,",
    ']]);',
    `$stream = fopen('${address}', 'r', false, $context);`,
    "echo stream_get_meta_data($stream)['wrapper_data'][0], PHP_EOL;",
    'echo stream_get_contents($stream), PHP_EOL;',
  );
  return lines.join('\n');
}

const HMAC = [
  "$secret = getenv('TOLLGATE_SIGNING_SECRET');",
  "$signature = base64_encode(hash_hmac('sha256', $payload, $secret, true));",
];

const SIGNED = {
  card: [
    "$text = implode(':', [",
    ...CARD_FIELDS.map((field) =>
      field === 'amount' ? "    json_encode($body['amount'])," : `    $body['${field}'],`,
    ),
    ']);',
    ...HMAC.map((line) => line.replace('$payload', '$text')),
  ],
  body: HMAC,
} as const;
