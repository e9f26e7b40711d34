import { z } from 'zod';
import type { Doors } from '../doors.ts';
import { httpFault } from '../errors.ts';
import { openApiOf } from '../openapi.ts';
import { type Route, route } from '../route.ts';
import { PAGE_POLICY } from '../security-headers.ts';

/** The API's description, for programs and for people. The page comes from this server alone. */
export function docsRoutes(doors: Doors, described: readonly Route[]): readonly Route[] {
  let text: string | null = null;
  return [
    route({
      name: 'GET /openapi.json',
      summary: 'The OpenAPI 3.1 description.',
      tag: 'system',
      answers: 'application/json',
      handle: () => {
        text ??= JSON.stringify(openApiOf(described, doors.version));
        return Promise.resolve(file(text, 'application/json'));
      },
    }),
    route({
      name: 'GET /docs',
      summary: 'The description as a page.',
      tag: 'system',
      answers: 'text/html',
      handle: () => Promise.resolve(page(PAGE, 'text/html; charset=utf-8')),
    }),
    route({
      name: 'GET /docs/{file}',
      summary: 'What the page is made of.',
      tag: 'system',
      params: z.strictObject({ file: z.enum(FILES) }),
      answers: 'application/octet-stream',
      handle: async ({ params }) => {
        if (params.file === 'start.js') return page(START, 'text/javascript; charset=utf-8');
        if (params.file === 'page.css') return page(STYLE, 'text/css; charset=utf-8');
        const found = await doors.swagger.read(params.file);
        if (found === null) throw httpFault('HTTP_NOT_FOUND');
        return page(found.bytes, found.mediaType);
      },
    }),
  ];
}

const FILES = ['start.js', 'page.css', 'swagger-ui.css', 'swagger-ui-bundle.js'] as const;

function file(body: string | Uint8Array<ArrayBuffer>, mediaType: string): Response {
  return new Response(body, {
    headers: { 'content-type': mediaType, 'cache-control': 'no-cache' },
  });
}

function page(body: string | Uint8Array<ArrayBuffer>, mediaType: string): Response {
  const answer = file(body, mediaType);
  answer.headers.set('content-security-policy', PAGE_POLICY);
  return answer;
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Countersign API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/page.css">
</head>
<body>
<main id="docs"></main>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const START = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
SwaggerUIBundle({ url: '/openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null });
`;

const STYLE = `body { margin: 0; background: #fff; }
.dark-mode body { background: #14171a; }
`;
