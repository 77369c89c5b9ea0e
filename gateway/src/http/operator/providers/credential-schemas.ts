// The credentials that a request may name: those of every provider that is loaded, from the providers' declarations.
// The declaration says how each must look (actions/providers/account-faults.ts). No answer may ever hold one.
import { type TSchema, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { closed, maybe, text, visibleText } from '../../schemas/schema-fields.ts';

type Kinds = Context['providerKinds'];
type Field = Kinds[number]['credentials'][number];

const LONGEST = 4_096;
const ABOUT = {
  title: 'ProviderCredentials',
  description:
    'Credentials, by the provider’s names for them. An omitted credential keeps its value. The first request ' +
    'needs all credentials that are not optional. An empty text removes an optional credential. Credentials are ' +
    'stored encrypted and never shown.',
};

/** As a type only: `credentialsOf` has the names. */
export const GivenCredentials = Type.Unsafe<Record<string, string | string[] | null>>({
  type: 'object',
  ...ABOUT,
} as TSchema);

/** One field for each name. If two providers have a credential of one name, the description tells both. */
export function credentialsOf(kinds: Kinds): TSchema {
  const byName = new Map<string, [provider: string, field: Field][]>();
  for (const { id, credentials } of kinds)
    for (const field of credentials) byName.set(field.name, [...(byName.get(field.name) ?? []), [id, field]]);
  const fields = [...byName].map(([name, those]) => [name, credentialSchema(those)]);
  return closed(Object.fromEntries(fields), ABOUT);
}

function credentialSchema(those: readonly [provider: string, field: Field][]): TSchema {
  const described = describe(those);
  const lists = those.filter(([, { isList }]) => isList).length;
  // The gateway seals it before storing it, so digits in a row do no harm.
  const single = text(LONGEST, described, { numbers: 'any' });
  const list = Type.Array(visibleText(LONGEST, 'A key or secret.', { numbers: 'any' }), {
    minItems: 1,
    maxItems: 2,
    description: `${described} One or two, so that a secret can be replaced without a gap.`,
  });
  if (lists === 0) return maybe(single);
  if (lists === those.length) return maybe(list);
  return Type.Optional(
    Type.Unsafe({ description: described, anyOf: [single, list, { type: 'null' }] } as TSchema),
  );
}

/** `adyen`, `mollie`: API key. */
function describe(those: readonly [provider: string, field: Field][]): string {
  const byLabel = new Map<string, string[]>();
  for (const [provider, { label, needed }] of those) {
    const when = { always: '', live: ', for live accounts', never: ', optional' }[needed];
    const said = `${label}${when}`;
    byLabel.set(said, [...(byLabel.get(said) ?? []), `\`${provider}\``]);
  }
  return [...byLabel].map(([label, providers]) => `${providers.join(', ')}: ${label}.`).join(' ');
}
