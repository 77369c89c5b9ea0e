// What a block matches, and in which form its value
// is written (contract 12).
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import {
  type Block,
  type BlockFacts,
  type BlockKind,
  BlockList,
  blockValue,
} from '../../../src/domain/risk/block-list.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);
const KEY = Buffer.alloc(16, 1);

const facts: BlockFacts = {
  card: { key: KEY, number: '4242424242424242' },
  email: 'Ada@Example.com',
  userId: 'user-1',
  addresses: ['203.0.113.7', '2001:db8:1:2:3::1'],
  country: 'DE',
};
const NOBODY: BlockFacts = {
  card: null,
  email: null,
  userId: null,
  addresses: [null, undefined],
  country: null,
};

function blocks(kind: BlockKind, given: string, expiresAt: Date | null = null): Block {
  const read = kind === 'card' ? { value: given } : blockValue(kind, given);
  if ('fault' in read) throw new Error(read.fault);
  return { id: randomUUID(), kind, value: read.value, expiresAt };
}

const matches = (kind: BlockKind, given: string, about = facts) =>
  new BlockList([blocks(kind, given)]).find(about, NOW) !== null;

test('each kind of block matches what it names and nothing else', () => {
  for (const [kind, yes, no] of [
    ['card', KEY.toString('hex'), Buffer.alloc(16, 2).toString('hex')],
    ['bin', '424242', '424241'],
    ['bin', '42424242', '42424243'],
    ['email', 'ada@EXAMPLE.com', 'eve@example.com'],
    ['userId', 'user-1', 'User-1'],
    ['country', 'DE', 'FR'],
    ['ip', '203.0.113.7', '203.0.113.8'],
    ['ip', '203.0.113.99/24', '203.0.112.0/24'],
    ['ip', '2001:db8:1:2::/64', '2001:db8:1:3::/64'],
    ['ip', '2001:0DB8:0001:0002:0003:0000:0000:0001', '2001:db8:1:2:3::2'],
  ] as const) {
    assert(matches(kind, yes), `${kind} ${yes}`);
    assert(!matches(kind, no), `${kind} ${no}`);
    assert(!matches(kind, yes, NOBODY), `${kind} ${yes}: nobody`);
  }
});

test('a range of one family never matches an address of the other', () => {
  assert(matches('ip', '0.0.0.0/0', { ...NOBODY, addresses: ['203.0.113.7'] }));
  assert(!matches('ip', '0.0.0.0/0', { ...NOBODY, addresses: ['2001:db8::1'] }));
  assert(matches('ip', '203.0.113.0/24', { ...NOBODY, addresses: ['::ffff:203.0.113.7'] }));
  assert(!matches('ip', '::/0', { ...NOBODY, addresses: ['203.0.113.7'] }));
});

test('a block ends at its time, and the longer of two on the same value applies', () => {
  const short = blocks('userId', 'user-1', later(1_000));
  assert(new BlockList([short]).find(facts, NOW));
  assert.equal(new BlockList([short]).find(facts, later(1_000)), null);
  const long = blocks('userId', 'user-1');
  for (const both of [
    [short, long],
    [long, short],
  ])
    assert.equal(new BlockList(both).find(facts, later(5_000))?.id, long.id);
});

test('a value that can match nothing is refused', () => {
  for (const [kind, given] of [
    ['bin', '4242'],
    ['bin', '4242424242424242'],
    ['bin', '42424*'],
    ['email', 'ada'],
    ['email', 'a b@c.d'],
    ['ip', 'example.com'],
    ['ip', '203.0.113.0/33'],
    ['ip', '1.2.3'],
    ['country', 'de'],
    ['country', 'ZZ'],
    ['country', 'Germany'],
  ] as const)
    assert('fault' in blockValue(kind, given), `${kind} ${given}`);
});

test('each range has one normal spelling', () => {
  for (const [given, value] of [
    ['203.0.113.7', '203.0.113.7/32'],
    ['203.0.113.7/24', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.7/32'],
    ['2001:DB8:0:0::1', '2001:db8::1/128'],
    ['2001:db8:ffff::/33', '2001:db8:8000::/33'],
  ])
    assert.deepEqual(blockValue('ip', given!), { value });
});
