// The button of Apple Pay, where the account takes it on our page and the browser knows it. The browser shows the
// payment sheet itself, and nothing is loaded from Apple. The sheet must be begun within the click, or the browser
// refuses it.
import { useState } from 'preact/hooks';
import type { CashierState, ShownOption } from '../../../gateway/src/http/cashier/state/state.ts';
import { openApplePay } from '../api.ts';
import { t } from '../i18n.ts';
import { Notice } from '../parts/notice.tsx';

interface Sheet {
  onvalidatemerchant: () => void;
  onpaymentauthorized: (event: { payment: { token: { paymentData: unknown } } }) => void;
  completeMerchantValidation(session: unknown): void;
  completePayment(status: number): void;
  begin(): void;
  abort(): void;
}

declare global {
  interface Window {
    /** Only in browsers with Apple Pay. */
    ApplePaySession?: { new (version: number, request: object): Sheet; canMakePayments(): boolean };
  }
}

/** The first one with all these networks. */
const VERSION = 4;
const NETWORKS = ['visa', 'masterCard', 'amex', 'discover', 'jcb', 'maestro'];
const [SUCCESS, FAILURE] = [0, 1];

/** Apple wants a country. */
export const canUseApplePay = ({ hasApplePay }: ShownOption, country: string | null): boolean =>
  hasApplePay && country !== null && window.ApplePaySession?.canMakePayments() === true;

interface Props {
  state: CashierState;
  option: ShownOption;
  country: string;
  /** Resolves to whether the payment went on. */
  onPaid: (applePayToken: string) => Promise<boolean>;
}

export function ApplePay({ state: { amount, brand }, option, country, onPaid }: Props) {
  const [isFailed, setFailed] = useState(false);

  function begin() {
    setFailed(false);
    const sheet = new window.ApplePaySession!(VERSION, {
      countryCode: country,
      currencyCode: amount.currency,
      supportedNetworks: NETWORKS,
      merchantCapabilities: ['supports3DS'],
      total: { label: brand.name, amount: amount.value },
    });
    sheet.onvalidatemerchant = async () => {
      const session = await openApplePay(option.id);
      if (session !== null) return sheet.completeMerchantValidation(session);
      sheet.abort();
      setFailed(true);
    };
    sheet.onpaymentauthorized = async ({ payment }) => {
      const isPaid = await onPaid(btoa(JSON.stringify(payment.token.paymentData)));
      sheet.completePayment(isPaid ? SUCCESS : FAILURE);
    };
    sheet.begin();
  }

  return (
    <>
      <button type="button" class="apple-pay" aria-label="Apple Pay" onClick={begin}>
        <span aria-hidden="true">Apple Pay</span>
      </button>
      {isFailed && (
        <Notice kind="warn" alert>
          {t('choose.failed.server')}
        </Notice>
      )}
      <p class="muted small">{t('choose.orCard')}</p>
    </>
  );
}
