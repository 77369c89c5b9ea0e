// A sample call in Python 3; it must need only the standard library. Its arguments make json.dumps write the same text
// as JSON.stringify.
import { literal, type Style } from './literal.ts';
import { CARD_FIELDS, type SampleCall } from './sample-call.ts';

const STYLE: Style = {
  brackets: ['{', '}'],
  key: (name) => `${JSON.stringify(name)}: `,
  text: (value) => JSON.stringify(value),
  words: { true: 'True', false: 'False', null: 'None' },
};

export function pythonSample({ method, address, body, signature, idempotencyKey }: SampleCall): string {
  const modules = [signature && 'base64', signature && 'hashlib', signature && 'hmac', body && 'json', 'os'];
  const lines = [
    ...modules.filter(Boolean).map((name) => `import ${name}`),
    'import urllib.error',
    'import urllib.request',
    '',
  ];
  if (body) {
    const dumps = 'json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()';
    lines.push(`body = ${literal(body, STYLE)}`, `payload = ${dumps}`, '');
  }
  if (signature) lines.push(...SIGNED[signature], '');
  const headers = ['"X-API-KEY": os.environ["TOLLGATE_API_KEY"],'];
  if (body) headers.push('"Content-Type": "application/json",');
  if (idempotencyKey) headers.push(`"Idempotency-Key": ${JSON.stringify(idempotencyKey)},`);
  if (signature) headers.push(`"${signature === 'body' ? 'X-Signature' : 'Signature'}": signature,`);
  lines.push(
    'request = urllib.request.Request(',
    `    "${address}",`,
    ...(body ? ['    data=payload,'] : []),
    `    method="${method}",`,
    '    headers={',
    ...headers.map((header) => `        ${header}`),
    '    },',
    ')',
    'try:',
    '    response = urllib.request.urlopen(request)',
    'except urllib.error.HTTPError as error:',
    '    response = error',
    'print(response.status)',
    'print(response.read().decode())',
  );
  return lines.join('\n');
}

const HMAC = [
  'secret = os.environ["TOLLGATE_SIGNING_SECRET"].encode()',
  'digest = hmac.new(secret, payload, hashlib.sha256).digest()',
  'signature = base64.b64encode(digest).decode()',
];

const SIGNED = {
  card: [
    'text = ":".join([',
    ...CARD_FIELDS.map((field) =>
      field === 'amount' ? '    json.dumps(body["amount"]),' : `    body["${field}"],`,
    ),
    '])',
    ...HMAC.map((line) => line.replace('payload', 'text.encode()')),
  ],
  body: HMAC,
} as const;
