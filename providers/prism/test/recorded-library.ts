// A program that plays the process of the library: it repeats what the real one said to the same question. Arguments:
// the file with the recordings, then faults:
//   die:<step>, hang:<step>, garbage:<step>   at each question of that step: request, answer or direct
//   die-once:<step>:<file>                    only while that file does not exist
import { existsSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { readRecording } from './open-library.ts';
import { asRecorded, filled } from './recording.ts';

const [file, ...faults] = process.argv.slice(2);
const recordings = readRecording(file!);

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, ...question } = JSON.parse(line) as { id: number; step: string };
  const { step } = question;
  if (faults.includes(`die:${step}`)) process.exit(1);
  if (faults.includes(`hang:${step}`)) return;
  if (faults.includes(`garbage:${step}`))
    return void process.stdout.write('thread panicked at 4242424242424242\n');
  const once = faults.find((one) => one.startsWith(`die-once:${step}:`))?.slice(`die-once:${step}:`.length);
  if (once && !existsSync(once)) {
    writeFileSync(once, '');
    process.exit(1);
  }
  const { key, values } = asRecorded(question);
  const known = recordings[key];
  const said = known ? filled(known, values) : { fault: { code: 'NOT_RECORDED' } };
  process.stdout.write(`${JSON.stringify({ id, ...said })}\n`);
});
