// The logos of the payment options, at /assets/logos/<name>.svg, also those that packages of providers bring. The
// marks of card schemes, at /assets/schemes/<name>.svg, and Tollgate's own mark, which docs, portal and cashier share,
// at /assets/mark.svg. They must use no style elements or attributes, because their policy does not allow them.
import { readdirSync } from 'node:fs';
import { ownLogos } from '../../domain/options/own-options.ts';
import { assetsCall, REVALIDATE, readAssets, toAssets } from './assets.ts';

const ASSETS = new URL('../../../assets/', import.meta.url);
const A_WEEK = 'public, max-age=604800, stale-while-revalidate=86400';

export const logosCall = assetsCall(
  'GET /assets/logos/:file',
  A_WEEK,
  () => new Map([...readDrawings('logos/'), ...toAssets(ownLogos())]),
);
export const schemeMarksCall = assetsCall('GET /assets/schemes/:file', A_WEEK, () =>
  readDrawings('schemes/'),
);
export const markCall = assetsCall('GET /assets/:file', REVALIDATE, () => readAssets(ASSETS, ['mark.svg']));

function readDrawings(folder: string) {
  const place = new URL(folder, ASSETS);
  return readAssets(
    place,
    readdirSync(place).filter((name) => name.endsWith('.svg')),
  );
}
