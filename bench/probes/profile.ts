// Reads a V8 profile and prints where the time was spent: by function, and by package or folder. run.ts prints it after
// --cpu-prof; by hand: node bench/probes/profile.ts bench/.out/b-1.cpuprofile
import { readFileSync } from 'node:fs';

interface Profile {
  nodes: {
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number };
    children?: number[];
  }[];
  samples: number[];
  timeDeltas: number[];
}

export function summarizeProfile(file: string, lines = 40): string {
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, 'utf8')) as Profile;
  const selfUs = new Map<number, number>();
  let total = 0;
  for (const [i, id] of samples.entries()) {
    selfUs.set(id, (selfUs.get(id) ?? 0) + timeDeltas[i]!);
    total += timeDeltas[i]!;
  }
  const functions = new Map<string, number>();
  const places = new Map<string, number>();
  for (const { id, callFrame } of nodes) {
    const self = selfUs.get(id) ?? 0;
    if (self === 0) continue;
    const place = shortUrl(callFrame.url);
    const name = `${callFrame.functionName || '(anonymous)'}  ${place}${place && `:${callFrame.lineNumber + 1}`}`;
    functions.set(name, (functions.get(name) ?? 0) + self);
    const group = callFrame.url === '' ? callFrame.functionName : groupOf(place);
    places.set(group, (places.get(group) ?? 0) + self);
  }
  const table = (map: Map<string, number>, most: number) =>
    [...map.entries()]
      .sort(([, a], [, b]) => b - a)
      .slice(0, most)
      .map(([name, us]) => `${((us / total) * 100).toFixed(1).padStart(6)} %  ${name}`)
      .join('\n');
  return `by place (of ${(total / 1e6).toFixed(1)} s)\n${table(places, 24)}\n\nby function, self time\n${table(functions, lines)}`;
}

function shortUrl(url: string): string {
  const modules = url.lastIndexOf('node_modules/');
  if (modules !== -1) return url.slice(modules + 'node_modules/'.length);
  const own = url.indexOf('/gateway/src/');
  return own !== -1
    ? url.slice(own + 1)
    : url.startsWith('file:')
      ? url.slice(url.lastIndexOf('/bench/') + 1)
      : url;
}

function groupOf(place: string): string {
  const [first = '', second = '', third = ''] = place.split('/');
  if (first === 'gateway') return `${first}/${second}/${third}`;
  return first.startsWith('@') ? `${first}/${second}` : first;
}

if (process.argv[1] === import.meta.filename) {
  console.log(summarizeProfile(process.argv[2]!, Number(process.argv[3] ?? 40)));
}
