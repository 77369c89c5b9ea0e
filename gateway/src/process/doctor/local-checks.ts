// The doctor's checks of this machine, without the database: built pages, file limit, disk, the owner of DATA_DIR,
// signatures.
import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bodyString, hmacBase64 } from '../../domain/keys/signature.ts';
import { pageFiles } from '../../http/pages/page-files.ts';
import { portalFiles } from '../../http/pages/portal-files.ts';
import { descriptorLimit } from '../descriptors.ts';
import { type Finding, fault, fine } from './finding.ts';

const FEWEST_DESCRIPTORS = 1_024;
export const LEAST_FREE_BYTES = 1024 ** 3;
export const LEAST_FREE_SHARE = 0.05;
const VECTORS = join(import.meta.dirname, '../../../../openapi/signature-vectors.json');

export function checkPages(read: () => void = readPages): Finding {
  try {
    read();
    return fine('pages', 'the pages of cashier and portal are built');
  } catch (error) {
    return fault(
      'pages',
      (error as Error).message.replace(/; run: .*$/, ''),
      'run npm run build, or unpack a release',
    );
  }
}

function readPages(): void {
  pageFiles();
  portalFiles();
}

export function checkDescriptors(limit = descriptorLimit()): Finding {
  if (limit === null || limit >= FEWEST_DESCRIPTORS)
    return fine('file limit', `${limit ?? 'any number of'} files and connections may be open`);
  return fault(
    'file limit',
    `only ${limit} files and connections may be open at once (ulimit -n)`,
    `raise the limit to ${FEWEST_DESCRIPTORS} or more: ulimit -n, or LimitNOFILE of systemd`,
  );
}

/** Checks the disk of the folder, or of the nearest existing folder above it. */
export function checkDisk(folder: string, stat: typeof statfsSync = statfsSync): Finding {
  const place = nearest(folder);
  const { bavail, blocks, bsize } = stat(place);
  const free = bavail * bsize;
  const gigabytes = (free / 1024 ** 3).toFixed(1);
  if (free >= LEAST_FREE_BYTES && bavail / blocks >= LEAST_FREE_SHARE)
    return fine('disk', `${gigabytes} GB are free at ${place}`);
  return fault(
    'disk',
    `only ${gigabytes} GB are free at ${place}`,
    'make room, or set DATA_DIR to another disk',
  );
}

interface Access {
  /** Throws if this user may not read, write and enter. */
  enter(folder: string): void;
  ownerOf(folder: string): number;
  /** The number of the user. */
  user: number | undefined;
}

const REAL: Access = {
  enter: (folder) => accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK),
  ownerOf: (folder) => statSync(folder).uid,
  user: process.getuid?.(),
};

/** Checks whether this user may write into DATA_DIR. After a first start as root the folder belongs to root. */
export function checkDataDir(folder: string, { enter, ownerOf, user }: Access = REAL): Finding {
  const place = nearest(folder);
  const owner = ownerOf(place);
  const mend = `start as the user who owns it, or change its owner: chown -R ${user ?? 'USER'} ${place}`;
  try {
    enter(place);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return fault(
      'data folder',
      `user ${user} may not write in ${place}, which belongs to user ${owner} (${code})`,
      mend,
    );
  }
  const database = join(folder, 'postgres');
  // Root runs the embedded server as another user.
  if (user === 0 || !existsSync(database) || ownerOf(database) === user)
    return fine('data folder', `${place} belongs to user ${owner}, and this user may write there`);
  return fault(
    'data folder',
    `the embedded database in ${database} belongs to user ${ownerOf(database)}, and this is user ${user}`,
    mend,
  );
}

function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(dirname(folder));
}

interface Vector {
  secret: string;
  input: string;
  signature: string;
}

/** Checks the signature of a known body: a runtime that computes another one would refuse every merchant. */
export function checkSignature(vectors = readVectors()): Finding {
  const wrong = vectors.filter(
    ({ secret, input, signature }) => hmacBase64(secret, bodyString(JSON.parse(input))) !== signature,
  );
  if (wrong.length === 0)
    return fine('signature', `the signatures of ${vectors.length} known bodies are right`);
  return fault(
    'signature',
    `the signatures of ${wrong.length} of ${vectors.length} known bodies are wrong: they differ from those that merchants compute`,
    'install the release again, with its own Node.js',
  );
}

function readVectors(): Vector[] {
  const { groups } = JSON.parse(readFileSync(VECTORS, 'utf8')) as { groups: { body: { vectors: Vector[] } } };
  return groups.body.vectors;
}
