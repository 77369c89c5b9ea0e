// Finds and loads what the contract needs of a package: its declarations and its stage.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OpenStage } from '../contract/stage.ts';
import type { ProviderDeclaration } from '../seam/declaration.ts';
import { declarationFault } from '../seam/declaration-fault.ts';
import { CannotRun } from './cannot-run.ts';

export interface LoadedPackage {
  name: string;
  declarations: ProviderDeclaration[];
  stageOf(declaration: ProviderDeclaration): OpenStage;
}

/** In this order, if package.json names none. */
const USUAL_STAGES = ['stage.ts', 'stage.js', 'test/stage.ts', 'test/stage.js'];

export async function loadPackage(folder: string): Promise<LoadedPackage> {
  const root = resolve(folder);
  const file = join(root, 'package.json');
  if (!existsSync(file)) throw new CannotRun(`${root} is no package: it has no package.json.`);
  const manifest = readManifest(file);
  const exported = await load(entryOf(root, manifest.name), `the package ${manifest.name}`);
  const declarations = (Array.isArray(exported) ? exported : [exported]) as ProviderDeclaration[];
  if (declarations.length === 0)
    throw new CannotRun(`${manifest.name}: its default export is an empty list.`);
  for (const declaration of declarations) {
    const fault = declarationFault(declaration, 'this kit');
    if (fault !== null) throw new CannotRun(`${manifest.name}: ${fault}.`);
  }
  const stages = await load(stageFile(root, manifest.tollgate?.stage), 'its stage');
  return {
    name: manifest.name,
    declarations,
    stageOf(declaration) {
      const stage = typeof stages === 'function' ? stages : stageById(stages, declaration.id);
      if (typeof stage !== 'function')
        throw new CannotRun(`The default export of its stage has no function for ${declaration.id}.`);
      return stage as OpenStage;
    },
  };
}

function stageById(stages: unknown, id: string): unknown {
  return typeof stages === 'object' && stages !== null && Object.hasOwn(stages, id)
    ? (stages as Record<string, unknown>)[id]
    : undefined;
}

interface Manifest {
  name: string;
  tollgate?: { stage?: string };
}

function readManifest(file: string): Manifest {
  try {
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
    if (typeof manifest.name === 'string') return manifest;
  } catch (error) {
    throw new CannotRun(`${file} cannot be read: ${(error as Error).message}`);
  }
  throw new CannotRun(`${file} has no name.`);
}

/** As Node.js finds it from within the package, so its `exports` count. */
function entryOf(root: string, name: string): string {
  const { resolve: find } = createRequire(join(root, 'package.json'));
  for (const wanted of [name, root]) {
    try {
      return find(wanted);
    } catch {
      // A package without `exports` is found by its folder.
    }
  }
  throw new CannotRun(`${name} has no entry: package.json needs "exports", and the file must exist.`);
}

function stageFile(root: string, named: string | undefined): string {
  const wanted = named === undefined ? USUAL_STAGES : [named];
  const found = wanted
    .map((path) => join(root, path))
    .find((path) => existsSync(path) && statSync(path).isFile());
  if (found !== undefined) return found;
  throw new CannotRun(
    named === undefined
      ? `${root} has no stage.ts, and package.json has no "tollgate": {"stage": …}.`
      : `${join(root, named)} does not exist. package.json names it as the stage.`,
  );
}

async function load(file: string, what: string): Promise<unknown> {
  try {
    const loaded = (await import(pathToFileURL(file).href)) as { default?: unknown };
    return loaded.default;
  } catch (error) {
    throw new CannotRun(`${what} cannot be loaded from ${file}: ${(error as Error).message}`);
  }
}
