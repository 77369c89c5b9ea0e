// On the first page: the documentation was one page once. An anchor of it leads to the place where its part is now. Without
// scripts it leads to the entry of that page.
import { nearest } from './nearest.js';

const anchor = decodeURIComponent(location.hash.slice(1));
const entry = nearest(anchor, (id) => document.getElementById(id));
if (entry?.dataset.page) location.replace(`${entry.dataset.page}#${anchor}`);
