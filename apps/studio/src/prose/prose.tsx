import { lazy, Suspense } from 'react';
import { part } from '../app/reload-when-replaced.ts';
import { calm } from './calm.ts';

const Markdown = lazy(async () => ({
  default: (await part(() => import('./markdown.tsx'))).Markdown,
}));

/** What a model wrote; plain until the part that reads Markdown is here. */
export function Prose({ text, streaming = false }: { text: string; streaming?: boolean }) {
  return (
    <Suspense fallback={<div className="prose whitespace-pre-wrap">{calm(text)}</div>}>
      <Markdown text={text} streaming={streaming} />
    </Suspense>
  );
}
