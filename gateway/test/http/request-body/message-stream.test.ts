// A bank's message is passed on in small pieces, however large the
// incoming ones are, with other work between them.
import assert from 'node:assert/strict';
import test from 'node:test';
import { inSmallPieces, READ_AT_ONCE } from '../../../src/http/request-body/message-stream.ts';

test('parsing a large message in small pieces does not block the process', async () => {
  const body = Buffer.alloc(5 * READ_AT_ONCE + 7, 'x');
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const lengths: number[] = [];
  for await (const piece of inSmallPieces([body, Buffer.from('end')])) lengths.push(piece.length);
  isOver = true;
  assert.deepEqual(lengths, [...Array(5).fill(READ_AT_ONCE), 7, 3]);
  assert.ok(turns >= lengths.length - 1, `${turns} turns for ${lengths.length} pieces`);
});
