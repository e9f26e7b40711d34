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
        if (file !== null) return served(file, isHashed(path));
        if (/\.\w+$/.test(path)) throw httpFault('HTTP_NOT_FOUND');
        const page = await read(doors, 'index.html');
        if (page === null) throw httpFault('HTTP_NOT_FOUND');
        return served(page, false);
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

function served({ bytes, mediaType }: StaticFile, immutable: boolean): Response {
  return new Response(bytes, {
    headers: {
      'content-type': mediaType,
      'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      'content-security-policy': PAGE_POLICY,
    },
  });
}
