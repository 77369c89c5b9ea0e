// Another language for the page as it stands: its words, and the state in it. Nothing typed is lost. Kept for this tab, so
// that a way to the bank and back ends in the same language.

import { redraw } from './current.ts';
import { currentLanguage, type Language, setLanguage } from './i18n.ts';
import { refresh } from './live.ts';

const KEPT = 'language';

/** What was chosen in this tab before; null: nothing. */
export function keptLanguage(): string | null {
  try {
    return sessionStorage.getItem(KEPT);
  } catch {
    // Some browsers have none in private windows.
    return null;
  }
}

export async function changeLanguage(language: Language): Promise<void> {
  if (language === currentLanguage()) return;
  let words: Record<string, string>;
  try {
    const answer = await fetch(`/assets/cashier/messages/${language}.json`);
    if (!answer.ok) return;
    words = await answer.json();
  } catch {
    return;
  }
  setLanguage(language, words);
  redraw();
  await refresh();
  try {
    sessionStorage.setItem(KEPT, language);
  } catch {}
}
