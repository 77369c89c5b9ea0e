// A settlement details report of almost 20 MB, as large as the gateway takes one: it is read in bounded memory.
import assert from 'node:assert/strict';
import test from 'node:test';
import { sourceOf } from './read-settlements.ts';
import { aSettledRow, writeReport } from './stand-in/settlement-report.ts';

const MB = 1024 * 1024;

test('a report of 20 MB is read in little more memory than its own size', async () => {
  const row = writeReport([aSettledRow({ 'Psp Reference': 'P#######' })]).split('\n')[1]!;
  const head = writeReport([]);
  const rows = Math.floor((19.5 * MB) / (row.length + 1));
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(head);
    for (let i = 0; i < rows; i += 250) {
      const some = Array.from({ length: 250 }, (_, n) =>
        row.replace('#######', String(i + n).padStart(7, '0')),
      );
      yield Buffer.from(`${some.join('\n')}\n`);
    }
  }
  global.gc?.();
  const before = process.memoryUsage().rss;
  let most = 0;
  let lines = 0;
  let largest = 0;
  for await (const part of sourceOf().readReport!(pieces())) {
    lines += part.lines.length;
    largest = Math.max(largest, part.lines.length);
    most = Math.max(most, process.memoryUsage().rss - before);
  }
  assert.ok(lines >= rows);
  assert.ok(largest <= 1_000, `${largest} lines in one part`);
  // The report itself has 20 MB, and the keys of its lines about as much. All lines together would have 200 MB.
  assert.ok(most < 220 * MB, `${Math.round(most / MB)} MB more than before`);
});
