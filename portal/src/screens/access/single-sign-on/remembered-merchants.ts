// The merchants at which somebody signed in by single sign-on in this browser, so that the sign-in can offer them. Only
// this browser knows them: the gateway does not list merchants to anybody.
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
    // Somebody edited the stored text, so nothing is offered.
    return [];
  }
}

/** The latest merchant comes first. */
export function rememberMerchant(one: Remembered): void {
  const others = rememberedMerchants().filter(({ merchantId }) => merchantId !== one.merchantId);
  localStorage.setItem(KEY, JSON.stringify([one, ...others].slice(0, MOST)));
}

const isRemembered = (one: unknown): one is Remembered =>
  typeof (one as Remembered | null)?.merchantId === 'string' && typeof (one as Remembered).name === 'string';
