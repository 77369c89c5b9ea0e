// How long the portal takes to answer the requests of its screens, for one merchant among many. bench/citus.ts uses it.
import { distribution } from './distribution.ts';

const TODAY = new Date().toISOString().slice(0, 10);
/** The requests of a brand's screens, as paths below the brand. */
const SCREENS: Record<string, string> = {
  overview: `overview?from=${TODAY}&to=${TODAY}`,
  transactions: 'transactions',
  'transactions, declined only': 'transactions?status=DECLINED',
  'search by four digits': 'transactions?q=4242',
  payouts: 'payouts',
  balances: 'balances',
  statement: 'statement?currency=EUR',
  customers: 'customers',
  deliveries: 'webhooks/deliveries',
  settings: 'settings',
};
/** The first requests prepare statements. */
const WARM_UP = 10;
const TIMES = 60;

export interface ScreenTime {
  screen: string;
  p50: number;
  p95: number;
}

export async function timeScreens(url: string, cookie: string, brandId: string): Promise<ScreenTime[]> {
  const times: ScreenTime[] = [];
  for (const [screen, path] of Object.entries(SCREENS)) {
    const all: number[] = [];
    for (let i = 0; i < WARM_UP + TIMES; i++) {
      const began = performance.now();
      const response = await fetch(`${url}/portal/api/brands/${brandId}/${path}`, {
        headers: { cookie },
        signal: AbortSignal.timeout(10_000),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`);
      if (i >= WARM_UP) all.push(performance.now() - began);
    }
    const { p50, p95 } = distribution(all);
    times.push({ screen, p50, p95 });
  }
  return times;
}
