// The stage of this folder's tests: a gateway whose brands have accounts at the stand-ins of Adyen and Stripe, and a
// shopper's actions on the stand-ins' pages. Notifications wait until a test releases them, so a test decides what
// comes first.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Link } from '../../http/cashier/shopper.ts';
import {
  AdyenStandIn,
  API_KEY,
  HMAC_KEY,
  MERCHANT_ACCOUNT,
} from '../../providers/adyen/stand-in/stand-in.ts';
import { connectProvider } from '../../providers/connect-provider.ts';
import { settleDebits } from '../../providers/stripe/stand-in/control.ts';
import { StripeStandIn } from '../../providers/stripe/stand-in/stand-in.ts';
import { eventually, type TestBrand } from '../../stage/harness.ts';
import { openOwnStage, type Stage } from '../stage.ts';

export interface Connected {
  name: string;
  brand: TestBrand;
  /** The origin of the provider's pages. */
  origin: string;
  /** How often it took money for this payment, over all its attempts. */
  charges(link: Link): number;
  /** The shopper pays a code, a voucher or a debit, without a page. */
  payElsewhere(reference: string): void;
  /** Sends everything that happened since, and waits until the gateway has judged it. */
  tell(): Promise<void>;
}

export interface ProvidersStage extends Stage {
  /** The cashier takes the card. */
  adyen: Connected & { standIn: AdyenStandIn };
  /** Adyen's page takes the card. */
  hosted: Connected & { standIn: AdyenStandIn };
  stripe: Connected & { standIn: StripeStandIn };
}

/** Once in a file, before its tests; it ends with the file. */
export async function openProviders(): Promise<ProvidersStage> {
  const stage = await openOwnStage();
  const adyen = await connectAdyen(stage, 'Shop with Adyen', { wallets: ['apple-pay'] });
  const hosted = await connectAdyen(stage, 'Shop with hosted cards', {
    cardEntry: 'provider',
    wallets: ['google-pay'],
  });
  const stripe = await connectStripe(stage, 'Shop with Stripe');
  return { ...stage, adyen, hosted, stripe };
}

async function connectAdyen(stage: Stage, name: string, settings: Record<string, unknown>) {
  const standIn = await AdyenStandIn.open();
  stage.t.after(() => standIn.close());
  const brand = await stage.addBrand({ name });
  const { notificationUrl } = await connectProvider(stage.tollgate, brand.brandId, 'adyen', {
    ...accountAt(standIn),
    ...settings,
  });
  return {
    name,
    brand,
    standIn,
    origin: standIn.url,
    charges: ({ id }: Link) => ofAttempts(id, (reference) => standIn.charges(reference)),
    payElsewhere: (reference: string) => void standIn.books.finish(standIn.books.latest(reference)),
    async tell() {
      const statuses = await standIn.deliver({ url: notificationUrl, hmacKey: HMAC_KEY });
      assert.ok(statuses.every((status) => status === 200));
      await judged(stage, brand);
    },
  };
}

async function connectStripe(stage: Stage, name: string) {
  const standIn = await StripeStandIn.start();
  stage.t.after(() => standIn.close());
  const brand = await stage.addBrand({ name });
  const { notificationUrl } = await connectProvider(stage.tollgate, brand.brandId, 'stripe', {
    endpoint: standIn.origin,
    wallets: ['apple-pay', 'google-pay'],
    credentials: { secretKey: standIn.secretKey, webhookSecrets: [standIn.webhookSecret] },
  });
  standIn.sender.notificationUrl = notificationUrl;
  return {
    name,
    brand,
    standIn,
    origin: standIn.origin,
    charges: ({ id }: Link) => ofAttempts(id, (reference) => standIn.charges(reference)),
    payElsewhere: () => void settleDebits(standIn),
    async tell() {
      for (const event of standIn.books.events) {
        if (!event.delivered) assert.equal(await standIn.sender.send(event), 200);
      }
      await judged(stage, brand);
    },
  };
}

export const accountAt = ({ url }: AdyenStandIn) => ({
  endpoint: url,
  credentials: { apiKey: API_KEY, merchantAccount: MERCHANT_ACCOUNT, hmacKeys: [HMAC_KEY] },
});

/** No notification waits, and the gateway considers none unknown or wrong. */
async function judged({ tollgate }: Stage, { brandId }: TestBrand): Promise<void> {
  const path = `/operator/brands/${brandId}/provider-notifications?limit=100`;
  const states = await eventually(async () => {
    const { body } = await tollgate.operator('GET', path);
    const found: string[] = body.map(({ state }: { state: string }) => state);
    return !found.includes('waiting') && found;
  });
  assert.deepEqual(
    states.filter((state) => state !== 'applied' && state !== 'ignored'),
    [],
  );
}

function ofAttempts(id: string, charges: (reference: string) => number): number {
  const references = [id, ...[2, 3, 4, 5].map((attempt) => `${id}-${attempt}`)];
  return references.reduce((sum, reference) => sum + charges(reference), 0);
}

/** The shopper has arrived on a page of this provider. */
export const isAt = (page: Page, { origin }: Connected) => page.waitForURL(`${origin}/**`);

/** The shopper is in the cashier again, or still. */
export const isBack = (page: Page, { path }: Link) => page.waitForURL(`**${path}`);

/** Decides on a bank's or wallet's page. Without approval: "fail" at Stripe, "refuse" and "cancel" at Adyen. */
export const decide = (page: Page, decision: 'approve' | 'refuse' | 'cancel' | 'fail') =>
  page.locator(`#${decision}`).click();

/** On Adyen's page; the name decides the result. */
export async function enterCardAtAdyen(page: Page, holderName = 'Ada Lovelace'): Promise<void> {
  await page.getByLabel('Card number').fill('4111 1111 1111 1111');
  await page.getByLabel('Expiry date').fill('03/30');
  await page.getByLabel('Security code').fill('737');
  await page.getByLabel('Name on card').fill(holderName);
  // Beside it may be the buttons of wallets, such as googlepay.
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
}

/** On Stripe's page; the number decides the result. */
export async function enterCardAtStripe(page: Page, number = '4242 4242 4242 4242'): Promise<void> {
  await page.locator('#number').fill(number);
  await page.locator('#pay').click();
}
