// Where somebody signed in by single sign-on in this browser before, so that the sign-in offers it. Only here: the gateway tells nobody
// which merchants there are.
const KEY = 'tollgate-single-sign-on';
const MOST = 3;

export interface Remembered {
  merchantId: string;
  name: string;
}

export function rememberedMerchants(): Remembered[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRemembered).slice(0, MOST) : [];
  } catch {
    // Somebody edited it; then nothing is offered.
    return [];
  }
}

/** The latest first. */
export function rememberMerchant(one: Remembered): void {
  const others = rememberedMerchants().filter(({ merchantId }) => merchantId !== one.merchantId);
  localStorage.setItem(KEY, JSON.stringify([one, ...others].slice(0, MOST)));
}

const isRemembered = (one: unknown): one is Remembered =>
  typeof (one as Remembered | null)?.merchantId === 'string' && typeof (one as Remembered).name === 'string';
