// Bank messages are read with any prefixes and in any
// pieces, and hostile ones are refused.
import assert from 'node:assert/strict';
import test from 'node:test';
import { MessageFault } from '../../../src/domain/bank/message-reader.ts';
import { StatementReader } from '../../../src/domain/bank/statement-entries.ts';
import { statement, statusReport } from '../../http/bank/messages.ts';
import { assertValid, WITHOUT_SCHEMAS } from '../../http/bank/schema.ts';

function read(xml: string | Buffer, piece = 7) {
  const bytes = Buffer.from(xml);
  const reader = new StatementReader();
  for (let at = 0; at < bytes.length; at += piece) reader.write(bytes.subarray(at, at + piece));
  return reader.close();
}

const ENTRIES = [
  {
    amount: '49.90',
    bankReference: 'A1',
    details: [{ text: 'Größe 7', party: { name: 'Ada', iban: 'DE89370400440532013000' } }],
  },
  { amount: '1.00', status: 'PDNG' },
  {
    amount: '3.00',
    direction: 'DBIT',
    details: [
      { amount: '1.00', endToEndId: 'E1' },
      { amount: '2.00', endToEndId: 'E2', returned: 'AC04' },
    ],
  },
] as const;

for (const [kind, version] of [
  ['camt.053', '08'],
  ['camt.053', '02'],
  ['camt.054', '08'],
  ['camt.054', '02'],
] as const) {
  test(`${kind}.001.${version} is read, with any prefix and in pieces of any size`, async () => {
    const options = { kind, version, id: 'M1', closing: '12.34' };
    const plain = read(statement(ENTRIES as never, options));
    assert.equal(plain.kind, `${kind}.001.${version}`);
    assert.deepEqual(
      plain.entries.map((one) => [
        one.direction,
        one.amountMinor,
        one.currency,
        one.endToEndId,
        one.returned?.code,
      ]),
      [
        ['credit', 4990n, 'EUR', null, undefined],
        ['debit', 100n, 'EUR', 'E1', undefined],
        ['debit', 200n, 'EUR', 'E2', 'AC04'],
      ],
    );
    const [first] = plain.entries;
    assert.deepEqual(
      [first!.text, first!.counterparty],
      ['Größe 7', { name: 'Ada', account: 'DE89370400440532013000' }],
    );
    assert.equal(plain.balances.length, kind === 'camt.053' ? 1 : 0);
    assert.deepEqual(read(statement(ENTRIES as never, { ...options, prefix: 'n0' }), 1_000_000), plain);
    assert.deepEqual(
      read(
        Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(statement(ENTRIES as never, options))]),
      ),
      plain,
    );
    if (!WITHOUT_SCHEMAS) await assertValid(statement(ENTRIES as never, options), plain.kind);
  });
}

test('a status report has an entry for each payout, or a single entry for the whole file', () => {
  const of = [{ endToEndId: 'E1', status: 'RJCT', reason: 'AC04' }];
  const [one, ...others] = read(statusReport('F1', { group: 'PART', of })).entries;
  assert.equal(others.length, 0);
  assert.deepEqual(
    [one!.messageId, one!.endToEndId, one!.status],
    ['F1', 'E1', { code: 'RJCT', reason: 'AC04' }],
  );
  assert.equal(one!.ofRest, null);
  const whole = read(statusReport('F1', { group: 'RJCT' })).entries;
  assert.deepEqual(
    whole.map(({ endToEndId, status }) => [endToEndId, status?.code]),
    [[null, 'RJCT']],
  );
  const rest = read(statusReport('F1', { group: 'RJCT', of })).entries;
  assert.deepEqual(
    rest.map(({ ofRest }) => ofRest),
    [{ reason: null }],
  );
});

test('hostile and unknown XML is refused', () => {
  const good = statement([{ amount: '1.00' }]);
  const deep = `${'<Ntry>'.repeat(70)}${'</Ntry>'.repeat(70)}`;
  for (const [name, xml] of Object.entries({
    'not well-formed': good.slice(0, -3),
    empty: '',
    doctype: good.replace('<Document', '<!DOCTYPE Document><Document'),
    'external entity': good
      .replace('<Document', '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><Document')
      .replace('1.00', '&x;'),
    'billion laughs': good
      .replace('<Document', '<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><Document')
      .replace('1.00', '&b;'),
    'undeclared entity': good.replace('1.00', '&x;'),
    'other encoding': good.replace('UTF-8', 'ISO-8859-1'),
    'unknown message': good.replaceAll('camt.053.001.08', 'camt.052.001.08'),
    'no namespace': good.replace(/ xmlns="[^"]*"/, ''),
    'two roots': good + good.slice(good.indexOf('<Document')),
    deep: good.replace('<Ntry>', `${deep}<Ntry>`),
    'no amount': good.replace('>1.00<', '>1.0.0<'),
    'negative amount': good.replace('>1.00<', '>-1.00<'),
    'no account': good.replace(/<Acct>.*?<\/Acct>/, ''),
  })) {
    assert.throws(() => read(xml, 4096), MessageFault, name);
  }
  assert.throws(() => read(Buffer.from(good, 'utf16le'), 4096), MessageFault);
  assert.throws(
    () =>
      read(
        Buffer.concat([Buffer.from(good.slice(0, 400)), Buffer.from([0xff]), Buffer.from(good.slice(400))]),
      ),
    MessageFault,
  );
});

test('elements that a bank adds in its own namespace are ignored', () => {
  const good = statement([{ amount: '1.00', bankReference: 'A' }]);
  const more = good.replace('<Ntry>', '<Ntry><x:Amt xmlns:x="urn:bank" Ccy="EUR">99.00</x:Amt>');
  assert.deepEqual(read(more).entries, read(good).entries);
});
