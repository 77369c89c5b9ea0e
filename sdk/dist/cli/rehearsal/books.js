import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
const execute = promisify(execFile);
const TIMEOUT_MS = 20_000;
export async function wrongBalance({ command, patienceMs }, reference, expected) {
	const end = Date.now() + patienceMs;
	for (;;) {
		const said = await ask(command, reference);
		if (said !== '' && Number(said) === expected)
			return null;
		if (Date.now() > end)
			return said === '' ? 'nothing' : said;
		await sleep(200);
	}
}
async function ask(command, reference) {
	try {
		const env = { ...process.env, REFERENCE: reference };
		const { stdout } = await execute('sh', ['-c', `${command} "$@"`, 'sh', reference], {
			env,
			timeout: TIMEOUT_MS,
		});
		return stdout.trim();
	}
	catch (error) {
		const { stderr = '', message } = error;
		return `a failure (${(stderr.trim().split('\n').at(-1) || message).slice(0, 120)})`;
	}
}
