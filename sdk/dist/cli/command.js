import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tollgate } from '../tollgate.js';
export class CallFault extends Error {
}
const DEMO = '.data/demo.json';
export const SECRET_NAMES = /key|secret|token|passw|credential|_url$|dsn/i;
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
export const isTestKey = (apiKey) => apiKey?.startsWith('tg_test_') === true;
export function requireTest(call) {
    const { apiKey } = accessOf(call);
    if (apiKey !== undefined && !isTestKey(apiKey))
        throw new CallFault('this command is for the test environment, whose keys begin with tg_test_');
}
