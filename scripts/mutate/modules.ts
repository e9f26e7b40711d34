import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { transformSync } from 'esbuild';

type Exports = Record<string, unknown>;
type Make = (require: (name: string) => unknown, module: { exports: Exports }, url: string) => void;

/** Code of ours, loaded anew for each mutant, over packages of others that are loaded once. */
export class Modules {
  readonly #root: string;
  readonly #made = new Map<string, Make>();
  readonly #imports = new Map<string, readonly string[]>();
  readonly #others = new Map<string, unknown>();
  readonly #replaced: ReadonlyMap<string, string>;

  /** `replaced` gives the text of some files in place of what stands on the disk. */
  constructor(root: string, replaced: ReadonlyMap<string, string>) {
    this.#root = root;
    this.#replaced = replaced;
  }

  /** Files that a file imports, itself and through others, with itself. */
  reach(path: string, seen = new Set<string>()): ReadonlySet<string> {
    if (seen.has(path)) return seen;
    seen.add(path);
    for (const one of this.#importsOf(path)) if (one.startsWith('/')) this.reach(one, seen);
    return seen;
  }

  /** Loads the packages of others that some files need; nothing of them is loaded twice. */
  async loadOthers(paths: Iterable<string>): Promise<void> {
    for (const path of paths)
      for (const name of this.#importsOf(path)) {
        if (name.startsWith('/') || this.#others.has(name)) continue;
        this.give(name, (await import(name)) as Exports);
      }
  }

  /** Gives something in place of a package. */
  give(name: string, exports: Exports): void {
    this.#others.set(name, { ...exports, __esModule: true });
  }

  /** A fresh set of modules: what one keeps in mind, the next knows nothing of. */
  fresh(): (path: string) => Exports {
    const loaded = new Map<string, { exports: Exports }>();
    const load = (path: string): Exports => {
      const known = loaded.get(path);
      if (known) return known.exports;
      const module = { exports: {} as Exports };
      loaded.set(path, module);
      const require = (name: string) => {
        const found = this.#resolve(name, path);
        return found.startsWith('/') ? load(found) : this.#others.get(found);
      };
      this.#make(path)(require, module, pathToFileURL(path).href);
      return module.exports;
    };
    return load;
  }

  #make(path: string): Make {
    const known = this.#made.get(path);
    if (known) return known;
    const text = this.#textOf(path);
    const { code } = transformSync(text, {
      ...{ loader: 'ts', format: 'cjs', target: 'node20', sourcefile: relative(this.#root, path) },
      define: { 'import.meta.url': '__url' },
    });
    const whole = `(function (require, module, __url) { "use strict"; const exports = module.exports; ${code}\n})`;
    const make = new Script(whole, { filename: path }).runInThisContext() as Make;
    this.#made.set(path, make);
    return make;
  }

  #importsOf(path: string): readonly string[] {
    const known = this.#imports.get(path);
    if (known) return known;
    const text = this.#textOf(path);
    const names = [...text.matchAll(/^(?:import|export)\b(?! type\b)[^;]*?from '([^']+)';/gm)].map(
      ([, name = '']) => this.#resolve(name, path),
    );
    this.#imports.set(path, names);
    return names;
  }

  #textOf(path: string): string {
    return this.#replaced.get(path) ?? readFileSync(path, 'utf8');
  }

  #resolve(name: string, from: string): string {
    if (name.startsWith('.')) return resolve(dirname(from), name);
    const [, room = '', below] = /^@countersign\/([^/]+)(?:\/(.+))?$/.exec(name) ?? [];
    if (room === '') return name;
    const folder = ['packages', 'apps']
      .map((house) => join(this.#root, house, room))
      .find(existsSync);
    if (folder === undefined) return name;
    const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      exports: Record<string, string>;
    };
    return join(folder, exports[below === undefined ? '.' : `./${below}`] ?? 'src/index.ts');
  }
}
