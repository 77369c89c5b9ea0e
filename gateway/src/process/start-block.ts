// The first screen once Tollgate is ready: its address, the demo's key, a payment to paste. It shows the demo's key and
// its owner's password, which open nothing but the demo; never another secret.

export type StartFacts = Readonly<{
  url: string;
  environment: string;
  role: string;
  database: string;
  /** Null without a demo: in production, or with an external database. */
  demo: Readonly<{
    apiKey: string;
    file: string;
    /** Null: the demo of a release that had no portal. */
    owner: Readonly<{ email: string; password: string }> | null;
  }> | null;
  cardOptionId: string;
  /** The number of provider accounts that brands use. null: the sandbox serves everything that no account serves. */
  accounts: number | null;
  operatorTokenFile: string | null;
  tookMs: number;
}>;

export function startBlock(facts: StartFacts, { colour }: { colour: boolean }): string {
  const paint = (code: number) => (text: string) => (colour ? `\x1b[${code}m${text}\x1b[0m` : text);
  const [bold, dim, green, cyan] = [paint(1), paint(2), paint(32), paint(36)];
  const row = (name: string, value: string) => `  ${dim(name.padEnd(13))} ${value}`;
  const took = `${(facts.tookMs / 1000).toFixed(1)} s`;
  const role = facts.role === 'all' ? '' : ` · role ${facts.role}`;
  const lines = [
    '',
    `  ${green('●')} ${bold('Tollgate is ready')}  ${dim(`${facts.environment}${role} · ${facts.database} · ${took}`)}`,
    '',
    ...(facts.demo === null
      ? []
      : [
          row('Test shop', `${cyan(`${facts.url}/shop`)}  ${dim('(begin here)')}`),
          row('Portal', `${cyan(`${facts.url}/portal`)}${dim(signInOf(facts.demo.owner))}`),
        ]),
    row('API', cyan(facts.url)),
    row('Reference', cyan(`${facts.url}/docs`)),
    row('Health', cyan(`${facts.url}/health/ready`)),
  ];
  if (facts.demo !== null) {
    lines.push(row('Demo key', facts.demo.apiKey), row('Demo account', facts.demo.file));
  }
  if (facts.accounts !== null) lines.push(row('Providers', providersOf(facts.accounts)));
  if (facts.operatorTokenFile !== null) lines.push(row('Operator', `token in ${facts.operatorTokenFile}`));
  if (facts.demo !== null) {
    lines.push(
      '',
      `  ${bold('A first payment')} ${dim('(paste it into another terminal)')}`,
      '',
      curl(facts.url, facts.demo.apiKey, facts.cardOptionId),
    );
  }
  return `${lines.join('\n')}\n\n`;
}

/** In production there is no sandbox. */
function providersOf(accounts: number): string {
  if (accounts > 0) return `${accounts} ${accounts === 1 ? 'account' : 'accounts'} connected`;
  return 'none connected: payments are declined with 1011 until a brand connects one (docs/PROVIDERS.md)';
}

function signInOf(owner: { email: string; password: string } | null): string {
  return owner === null ? '' : `  (${owner.email}, password ${owner.password})`;
}

function curl(url: string, apiKey: string, cardOptionId: string): string {
  const body = {
    paymentOptionId: cardOptionId,
    currency: 'EUR',
    amount: 25,
    country: 'DE',
    paymentData: {
      cardNumber: '4242424242424242',
      expiryMonth: '12',
      expiryYear: String(new Date().getUTCFullYear() + 3),
      cardCvv: '123',
      cardHolder: 'Ada Lovelace',
    },
  };
  return [
    `curl -s ${url}/v3/payment \\`,
    `  -H 'X-API-KEY: ${apiKey}' -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body)}'`,
  ].join('\n');
}
