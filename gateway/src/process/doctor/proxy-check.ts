// Calls PUBLIC_URL with an address that is not ours in X-Forwarded-For. The gateway behind it answers which address it
// believed (http/seen-by-gateway.ts). If no process listens yet, the doctor answers this one call itself on HOST and
// PORT.
import fastify, { type FastifyInstance } from 'fastify';
import { request } from 'undici';
import { addressInCidrs, parseCidrs } from '../../domain/web-address.ts';
import { readForwardedFor } from '../../http/auth/forwarded-for.ts';
import {
  PROOF_HEADER,
  proofFor,
  SEEN_HEADER,
  type Seen,
  showSeenAddress,
} from '../../http/seen-by-gateway.ts';
import type { Config } from '../config.ts';
import { type Finding, fault, fine } from './finding.ts';

/** An address from a range for documentation: nobody has it. */
const CLAIMED = '198.51.100.77';
const CALL_MS = 5_000;

type Called = Pick<Config, 'publicUrl' | 'trustedProxies' | 'host' | 'port' | 'listens'>;

export async function checkProxy(config: Called, operatorToken: string | null): Promise<Finding> {
  if (operatorToken === null) return fine('proxy', 'not checked: there is no operator token yet');
  const standIn = await listenAlone(config, operatorToken);
  try {
    return judge(config, await call(config.publicUrl, operatorToken));
  } catch (error) {
    return explainCall(config.publicUrl, error as NodeJS.ErrnoException);
  } finally {
    await standIn?.close();
  }
}

async function call(publicUrl: string, operatorToken: string): Promise<Seen | { status: number }> {
  const { statusCode, headers, body } = await request(`${publicUrl}/openapi.json`, {
    headers: { [PROOF_HEADER]: proofFor(operatorToken), 'x-forwarded-for': CLAIMED },
    headersTimeout: CALL_MS,
    bodyTimeout: CALL_MS,
  });
  await body.dump();
  const seen = headers[SEEN_HEADER];
  return typeof seen === 'string' ? (JSON.parse(seen) as Seen) : { status: statusCode };
}

function judge({ publicUrl, trustedProxies }: Called, answer: Seen | { status: number }): Finding {
  if ('status' in answer) {
    if ([502, 503, 504].includes(answer.status))
      return fine(
        'proxy',
        `not checked: the proxy at ${publicUrl} answers ${answer.status}, because no process is behind it yet`,
      );
    return fault(
      'proxy',
      `at ${publicUrl} another server answers, not this gateway (HTTP ${answer.status})`,
      'point PUBLIC_URL, or the proxy there, to this gateway, started with this OPERATOR_TOKEN',
    );
  }
  const { peer, caller, forwardedFor } = answer;
  if (caller === CLAIMED)
    return fault(
      'proxy',
      "the proxy passes on the client's own X-Forwarded-For, so anybody can claim any address (limits and IP allow lists do not protect)",
      'configure it to set X-Forwarded-For to the address of the connection (nginx: proxy_set_header X-Forwarded-For $remote_addr)',
    );
  const isDirect = forwardedFor === CLAIMED;
  if (isDirect && !publicUrl.startsWith('https:'))
    return fine('proxy', `${publicUrl} reaches this gateway without a proxy`);
  if (isDirect || forwardedFor === null)
    return fault(
      'proxy',
      `the proxy ${peer} does not pass on the address of the client: every caller looks like the proxy`,
      'configure it to set X-Forwarded-For, and add it to TRUSTED_PROXIES',
    );
  // If the proxy runs on this machine, the client and the proxy may have the same address. Then only the setting shows
  // whether the gateway trusts the proxy.
  const isTrusted = peer !== null && addressInCidrs(peer, parseCidrs(trustedProxies));
  if (caller === peer && !(isTrusted && forwardedFor.split(',').at(-1)!.trim() === peer))
    return fault(
      'proxy',
      `the proxy ${peer} passes on the address of the client, but ${isTrusted ? 'the running process was started without it in TRUSTED_PROXIES' : `TRUSTED_PROXIES (${trustedProxies.join(',') || 'not set'}) does not name it`}: every caller looks like the proxy`,
      isTrusted ? 'restart the process with the present settings' : `add ${peer} to TRUSTED_PROXIES`,
    );
  return fine('proxy', `through ${publicUrl} the gateway sees the client's address (${caller})`);
}

function explainCall(publicUrl: string, error: NodeJS.ErrnoException): Finding {
  switch (error.code) {
    case 'ECONNREFUSED':
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'UND_ERR_HEADERS_TIMEOUT':
      return fine(
        'proxy',
        `not checked: nothing answers at ${publicUrl} yet; run the doctor again beside a running process`,
      );
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return fault(
        'proxy',
        `the host of PUBLIC_URL (${publicUrl}) has no address`,
        'create its DNS entry, or correct PUBLIC_URL',
      );
    default:
      return fault(
        'proxy',
        `PUBLIC_URL (${publicUrl}) cannot be called: ${error.message}`,
        'correct the certificate or the address of the proxy',
      );
  }
}

/** null: a process listens there already, or this one is not set to listen. */
async function listenAlone(
  { host, port, listens, trustedProxies }: Called,
  operatorToken: string,
): Promise<FastifyInstance | null> {
  if (!listens || port === 0) return null;
  const app = fastify({
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
  }) as unknown as FastifyInstance;
  if (trustedProxies.length > 0) app.addHook('onRequest', readForwardedFor);
  app.addHook('onRequest', showSeenAddress(operatorToken));
  app.get('/openapi.json', async () => ({}));
  try {
    await app.listen({ host, port });
    return app;
  } catch {
    return null;
  }
}
