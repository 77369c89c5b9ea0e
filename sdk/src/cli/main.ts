#!/usr/bin/env node
// The program `tollgate`: it only connects the process with run.ts.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.ts';

// Not `new URL(…, import.meta.url)`: a bundler would put the file into the bundle.
const packageFile = join(dirname(fileURLToPath(import.meta.url)), '../../package.json');
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

process.exitCode = await run(process.argv.slice(2), {
  terminal: {
    out: (text) => void process.stdout.write(`${text}\n`),
    err: (text) => void process.stderr.write(`${text}\n`),
    colours: process.stdout.isTTY === true && !process.env.NO_COLOR,
    signal: stop.signal,
  },
  environment: process.env,
  folder: process.cwd(),
  version,
});
