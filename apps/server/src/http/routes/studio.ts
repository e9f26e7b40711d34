import { z } from 'zod';
import type { Doors } from '../doors.ts';
import { httpFault } from '../errors.ts';
import { type Route, route } from '../route.ts';
import { PAGE_POLICY } from '../security-headers.ts';
import type { StaticFile } from '../static-files.ts';

/** The studio's files. A path without a file is a place in the studio: it gets the page, which finds its way. */
export function studioRoutes(doors: Doors): readonly Route[] {
  return [
    route({
      name: 'GET /*',
      summary: 'The studio.',
      tag: 'system',
      params: z.unknown(),
      answers: 'text/html',
      handle: async ({ request }) => {
        const path = new URL(request.url).pathname.slice(1);
        if (path.startsWith('api/')) throw httpFault('HTTP_NOT_FOUND');
        const file = path === '' ? null : await read(doors, path);
        if (file !== null) return served(file, request, isHashed(path));
        if (/\.\w+$/.test(path)) throw httpFault('HTTP_NOT_FOUND');
        const page = await read(doors, 'index.html');
        if (page === null) throw httpFault('HTTP_NOT_FOUND');
        return served(page, request, false);
      },
    }),
  ];
}

function read(doors: Doors, path: string): Promise<StaticFile | null> {
  return doors.studio === null ? Promise.resolve(null) : doors.studio.read(path);
}

/** Files whose name holds their content's hash never change. */
function isHashed(path: string): boolean {
  return path.startsWith('assets/');
}

/** Compressed where the reader takes it: these files are the same for everybody, so their length tells nothing. */
function served(
  { bytes, gzipped, mediaType }: StaticFile,
  request: Request,
  immutable: boolean,
): Response {
  const packed = takesGzip(request) ? gzipped : null;
  return new Response(packed ?? bytes, {
    headers: {
      ...(packed === null ? {} : { 'content-encoding': 'gzip' }),
      vary: 'accept-encoding',
      'content-type': mediaType,
      'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      'content-security-policy': PAGE_POLICY,
    },
  });
}

/** RFC 9110 section 12.5.3, as far as browsers use it: `gzip`, unless its weight is zero. */
function takesGzip(request: Request): boolean {
  const taken = request.headers.get('accept-encoding') ?? '';
  return /(^|,)\s*gzip\s*(;\s*q=(1|0\.\d*[1-9])[^,]*)?(,|$)/i.test(taken);
}
