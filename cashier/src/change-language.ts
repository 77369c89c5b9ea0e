// Changes the language of the page: its words, and the state in it. Nothing typed is lost. The choice is kept for this
// tab, so that the way to the bank and back ends in the same language.

import { ASSETS } from './assets.ts';
import { redraw } from './current.ts';
import { allWordsHere, currentLanguage, type Language, setLanguage } from './i18n.ts';
import { refresh } from './live.ts';

const KEPT = 'language';
const AGAIN_MS = 2_000;

/** The language chosen earlier in this tab; null: none. */
export function keptLanguage(): string | null {
  try {
    return sessionStorage.getItem(KEPT);
  } catch {
    // Some browsers have no session storage in private windows.
    return null;
  }
}

/** The latest choice: words of another language that arrive after it are dropped. */
let chosen: Language | null = null;

export async function changeLanguage(language: Language): Promise<void> {
  chosen = language;
  if (language === currentLanguage()) return;
  if (!(await loadWords(language))) {
    if (chosen === language) chosen = null;
    return;
  }
  await refresh();
  try {
    sessionStorage.setItem(KEPT, language);
  } catch {}
}

/** The texts that the document left out. Until they are loaded, only its first screen can be shown. */
export async function loadOtherWords(): Promise<void> {
  while (!allWordsHere() && !(await loadWords(currentLanguage()))) {
    await new Promise((resume) => setTimeout(resume, AGAIN_MS));
  }
}

async function loadWords(language: Language): Promise<boolean> {
  try {
    const answer = await fetch(`${ASSETS}cashier/messages/${language}.json`);
    if (!answer.ok) return false;
    const words = await answer.json();
    if (language !== (chosen ?? currentLanguage())) return false;
    setLanguage(language, words);
  } catch {
    return false;
  }
  redraw();
  return true;
}
