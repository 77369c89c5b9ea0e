// The API's documents as production shows them: nothing of the sandbox (contract 9). Worked examples are what the sandbox does
// (a test compares them), so its names become neutral ones, and an example that still speaks of it is left out. Called by
// openapi.ts; the guide leaves out its own pages of the sandbox.
type Json = Record<string, unknown>;

/** What the sandbox calls itself → what production shows there. */
const NEUTRAL: readonly (readonly [RegExp, string])[] = [
  [/https:\/\/pay\.example\/sandbox\//g, 'https://bank.example/'],
  [/Tollgate Sandbox Bank/g, 'Example Bank'],
  [/Tollgate Sandbox/g, 'Example Payments'],
  [/sandbox-(?=[0-9a-f]{8}-)/g, 'provider-'],
];

export function withoutSandbox(document: Json): Json {
  return JSON.parse(JSON.stringify(document), (key, value) => (key === 'examples' ? shown(value) : value));
}

/** Named examples; those of a single field, which are a list, show nothing of the sandbox. */
function shown(examples: unknown): unknown {
  if (typeof examples !== 'object' || examples === null || Array.isArray(examples)) return examples;
  const neutral = Object.entries(examples)
    .map(([name, example]) => [name, neutralText(JSON.stringify(example))] as const)
    .filter(([, text]) => !/sandbox/i.test(text));
  return Object.fromEntries(neutral.map(([name, text]) => [name, JSON.parse(text)]));
}

function neutralText(text: string): string {
  return NEUTRAL.reduce((made, [found, instead]) => made.replaceAll(found, instead), text);
}
