// The API's documents as production shows them: without the sandbox (contract 9). Worked examples show what the sandbox
// does (a test compares them), so it replaces the sandbox's names by neutral ones. It leaves out an example that still
// names the sandbox.
type Json = Record<string, unknown>;

/** The sandbox's name → what production shows instead. */
const NEUTRAL: readonly (readonly [RegExp, string])[] = [
  [/https:\/\/pay\.example\/sandbox\//g, 'https://bank.example/'],
  [/Tollgate Sandbox Bank/g, 'Example Bank'],
  [/Tollgate Sandbox/g, 'Example Payments'],
  [/sandbox-(?=[0-9a-f]{8}-)/g, 'provider-'],
];

export function withoutSandbox(document: Json): Json {
  return JSON.parse(JSON.stringify(document), (key, value) => (key === 'examples' ? shown(value) : value));
}

/** Changes only named examples. The examples of a single field are a list and never show the sandbox. */
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
