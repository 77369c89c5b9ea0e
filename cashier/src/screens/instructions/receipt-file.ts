// The files that the gateway takes as a receipt. A large photo is made smaller in the browser, so that it is sent
// quickly.

export const RECEIPT_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'];
/** The gateway takes less than 2 MB. */
const LIMIT_BYTES = 2 * 1024 * 1024;
/** The gateway reads a request for 10 seconds; a slow phone connection sends this much in that time. */
const SENT_AS_IT_IS_BYTES = 384 * 1024;
/** At this size the small print of a whole page can still be read. */
const LONGEST_SIDE = 1_800;

export const isPicture = (file: File): boolean => file.type.startsWith('image/');

/** null: too large, and it cannot be made smaller. */
export async function fitReceipt(file: File): Promise<File | null> {
  if (file.size <= SENT_AS_IT_IS_BYTES) return file;
  const asItIs = file.size < LIMIT_BYTES ? file : null;
  if (!isPicture(file)) return asItIs;
  const smaller = await shrink(file).catch(() => null);
  if (!smaller || smaller.size >= Math.min(LIMIT_BYTES, file.size)) return asItIs;
  return new File([smaller], file.name.replace(/\.\w+$/, '.jpg'), { type: smaller.type });
}

async function shrink(file: File): Promise<Blob | null> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8));
}
