import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tollgate } from '../tollgate.js';
export class CallFault extends Error {
}
const DEMO = '.data/demo.json';
export const SECRET_NAMES = /key|secret|token|pass|credential|(?<!^(?:old)?)pwd|pwd./i;
export function accessOf({ environment, folder, text }) {
	const file = join(folder, DEMO);
	const demo = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
	const apiKey = environment.TOLLGATE_API_KEY ?? demo.apiKey;
	return {
		baseUrl: text('url') ?? environment.TOLLGATE_URL ?? `http://localhost:${environment.PORT ?? 3000}`,
		apiKey,
		signingSecret: environment.TOLLGATE_SIGNING_SECRET ?? demo.signingSecret,
		source: environment.TOLLGATE_API_KEY === undefined && demo.apiKey !== undefined ? DEMO : 'the environment',
	};
}
export function clientOf(call, access = accessOf(call)) {
	const { baseUrl, apiKey, signingSecret } = access;
	if (apiKey === undefined)
		throw new CallFault(`TOLLGATE_API_KEY is not set, and there is no ${DEMO} here`);
	return new Tollgate({ baseUrl, apiKey, ...(signingSecret !== undefined && { signingSecret }) });
}
export function secretOf(call) {
	const { signingSecret } = accessOf(call);
	if (signingSecret === undefined)
		throw new CallFault(`TOLLGATE_SIGNING_SECRET is not set, and there is no ${DEMO} here`);
	return signingSecret;
}
export function countOf({ text }, name, otherwise) {
	const given = text(name);
	if (given !== undefined && !/^[1-9]\d{0,8}$/.test(given))
		throw new CallFault(`--${name}: must be a whole number above 0`);
	return given === undefined ? otherwise : Number(given);
}
export function requireAlone({ text, is }, name, others) {
	const given = (one) => is(one) || typeof text(one) === 'string';
	const other = others.find(given);
	if (given(name) && other !== undefined)
		throw new CallFault(`--${other}: has no effect with --${name}`);
}
export const isTestKey = (apiKey) => apiKey?.startsWith('tg_test_') === true;
export function requireTest(call) {
	const { apiKey } = accessOf(call);
	if (apiKey !== undefined && !isTestKey(apiKey))
		throw new CallFault('this command is for the test environment, whose keys begin with tg_test_');
}
