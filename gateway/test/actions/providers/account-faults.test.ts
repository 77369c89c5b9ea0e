// What a stranger's declaration may do when it is asked about an account: throw, or answer something else than it
// promised. The gateway then answers with a sentence.
import assert from 'node:assert/strict';
import test from 'node:test';
import { credentialFaults, unavailableFor } from '../../../src/actions/providers/account-faults.ts';
import { BUILT_IN } from '../../../src/providers/registry.ts';

const [KIND] = BUILT_IN as [(typeof BUILT_IN)[0]];

test('a provider that says strangely whether it can be used cannot be used', () => {
  const said = (available: () => unknown) =>
    unavailableFor({ ...KIND, name: 'Fabrikam', available: available as () => null });
  assert.equal(
    said(() => null),
    null,
  );
  assert.equal(
    said(() => undefined),
    null,
  );
  assert.equal(
    said(() => 'Its library is missing.'),
    'Its library is missing.',
  );
  const unsaid = 'Fabrikam cannot be used here, and its package does not say why.';
  for (const answer of ['', ' ', true, {}, Promise.reject(new Error('late'))])
    assert.equal(
      said(() => answer),
      unsaid,
    );
  const throws = said(() => {
    throw new Error('no library');
  });
  assert.equal(throws, 'Fabrikam cannot be used here: no library');
});

test('a check of a credential that throws is a fault of the credential, without its value', () => {
  const field = { name: 'key', label: 'Key', help: 'Under Keys.', needed: 'always' } as const;
  const check = (value: string): string | null => {
    throw new Error(`cannot read ${value}`);
  };
  const kind = { ...KIND, credentials: [{ ...field, isList: false, isSecret: true, check }] };
  const request = { environment: 'test', credentials: { key: 'sk_secret' } } as const;
  assert.deepEqual(credentialFaults(kind, request, {}), [
    'credentials.key: could not be checked, so it is probably wrong',
  ]);
});
