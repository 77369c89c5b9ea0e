// Writes files into a tar.gz: always in the same order, with the same times and owners, so that two builds of the same
// sources are the same bytes, and a hash that somebody published can be checked by building again.
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import type { ReleaseFile } from './release-files.ts';

/** `folder`: contains everything. `level`: of compression, 1 to 9. */
export async function writeTarball(
  path: string,
  files: ReadonlyMap<string, ReleaseFile>,
  { folder, at, level }: { folder: string; at: Date; level: number },
): Promise<void> {
  const tar = pack();
  const written = pipeline(tar, createGzip({ level }), createWriteStream(path));
  const same = { mtime: at, uid: 0, gid: 0, uname: 'root', gname: 'root' };
  for (const [place, file] of files) {
    const name = `${folder}/${place}`;
    if ('link' in file) tar.entry({ ...same, name, type: 'symlink', linkname: file.link, mode: 0o777 });
    else tar.entry({ ...same, name, mode: file.executable ? 0o755 : 0o644 }, file.bytes);
  }
  tar.finalize();
  await written;
}
