// Profiles a child only while it is measured: two asks that a child adds to its own. They write V8 profiles, which
// profile.ts and the usual viewers read.
import { mkdirSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { dirname } from 'node:path';

const SAMPLING_INTERVAL_US = 200;

let session: Session | undefined;

export const profilingAsks = {
  async startProfile(): Promise<void> {
    session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: SAMPLING_INTERVAL_US });
    await session.post('Profiler.start');
  },
  async stopProfile(file: string): Promise<void> {
    const { profile } = await session!.post('Profiler.stop');
    session!.disconnect();
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(profile));
  },
};
