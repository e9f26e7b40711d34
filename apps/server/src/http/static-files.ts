import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** Files of one folder by their path in it, such as `assets/index.js`. */
export interface StaticFiles {
  read(path: string): Promise<StaticFile | null>;
}

/** A file's bytes with its media type. */
export interface StaticFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The same in gzip (RFC 1952), where that is shorter. */
  readonly gzipped: Uint8Array<ArrayBuffer> | null;
  readonly mediaType: string;
}

/**
 * The files below a folder. They are small and few, so each is read once and kept.
 * A path that leads out of the folder, by dots or by a link, names nothing.
 */
export function folderFiles(folder: string): StaticFiles {
  const kept = new Map<string, Promise<StaticFile | null>>();
  return {
    read(path) {
      const mediaType = MEDIA_TYPES[extname(path).toLowerCase()];
      if (mediaType === undefined || !/^[\w.@-]+(\/[\w.@-]+)*$/.test(path) || path.includes('..'))
        return Promise.resolve(null);
      const known = kept.get(path) ?? load(folder, path, mediaType);
      kept.set(path, known);
      // What is not there is not remembered: outsiders choose the path, and memory is ours.
      void known.then((file) => file === null && kept.delete(path));
      return known;
    },
  };
}

async function load(folder: string, path: string, mediaType: string): Promise<StaticFile | null> {
  try {
    const [root, file] = await Promise.all([realpath(folder), realpath(join(folder, path))]);
    if (!file.startsWith(root + sep)) return null;
    const bytes = new Uint8Array(await readFile(file));
    const gzipped = new Uint8Array(await promisify(gzip)(bytes, { level: 9 }));
    return { bytes, mediaType, gzipped: gzipped.length < bytes.length * 0.9 ? gzipped : null };
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

function isAbsent(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR' || code === 'ENAMETOOLONG';
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
