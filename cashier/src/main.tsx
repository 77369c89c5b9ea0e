// The start of the page: reads what the gateway put into the document, and draws it.

import '../styles/index.css';
import { render } from 'preact';
import type { Start } from '../../gateway/src/http/cashier/state/state.ts';
import { App } from './app.tsx';
import { changeLanguage, keptLanguage, loadOtherWords } from './change-language.ts';
import { show } from './current.ts';
import { setLanguage } from './i18n.ts';
import { startLive } from './live.ts';
import { startPreview } from './preview.ts';
import { applyBrand } from './shell/apply-brand.ts';

const start = JSON.parse(document.getElementById('start')!.textContent!) as Start;

setLanguage(start.state.language, start.messages, start.partial);
applyBrand(start.state.brand);
show(start.state);

// If another language was chosen in this tab, the skeleton stays until its texts are loaded.
const kept = start.languages.find(({ code }) => code === keptLanguage());
if (kept) await changeLanguage(kept.code);

const root = document.getElementById('app')!;
root.replaceChildren();
render(<App languages={start.languages} />, root);
if (start.preview) startPreview();
else startLive();
void loadOtherWords();
