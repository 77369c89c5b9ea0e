#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { run } from './run.js';
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'])
	process.once(signal, () => stop.abort());
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
