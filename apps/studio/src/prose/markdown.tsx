import type { ReactNode } from 'react';
import { type Components, Streamdown } from 'streamdown';
import { ScrollX } from '../ui/scroll-x.tsx';
import { calm } from './calm.ts';

/**
 * What a model wrote, as Markdown. Links cannot be followed and show where they would lead, images are never fetched,
 * HTML is shown as the text it is: a hijacked model must not reach out of this page, nor draw a button into it.
 */
export function Markdown({ text, streaming = false }: { text: string; streaming?: boolean }) {
  return (
    <Streamdown
      className="prose"
      mode={streaming ? 'streaming' : 'static'}
      components={COMPONENTS}
      allowedElements={ALLOWED}
      unwrapDisallowed
      rehypePlugins={[]}
      controls={false}
      lineNumbers={false}
      linkSafety={{ enabled: false }}
      urlTransform={(url) => url}
    >
      {calm(text)}
    </Streamdown>
  );
}

/** An element's content; what else the library hands over is left out. */
type Inner = { children?: ReactNode; node?: unknown };

const COMPONENTS: Components = {
  a: ({ children, href }) => <InertLink href={href}>{children}</InertLink>,
  img: ({ alt, src }) => <NoImage alt={alt} src={src} />,
  // A page has one heading of the first rank, and it is ours.
  h1: ({ children }: Inner) => <h3>{children}</h3>,
  h2: ({ children }: Inner) => <h3>{children}</h3>,
  h3: ({ children }: Inner) => <h4>{children}</h4>,
  h4: ({ children }: Inner) => <h5>{children}</h5>,
  h5: ({ children }: Inner) => <h6>{children}</h6>,
  h6: ({ children }: Inner) => <h6>{children}</h6>,
  p: ({ children }: Inner) => <p>{children}</p>,
  ul: ({ children }: Inner) => <ul>{children}</ul>,
  ol: ({ children }: Inner) => <ol>{children}</ol>,
  li: ({ children }: Inner) => <li>{children}</li>,
  strong: ({ children }: Inner) => <strong>{children}</strong>,
  blockquote: ({ children }: Inner) => <blockquote>{children}</blockquote>,
  hr: () => <hr />,
  code: ({ children }: Inner) => <code>{children}</code>,
  inlineCode: ({ children }: Inner) => <code>{children}</code>,
  pre: ({ children }: Inner) => (
    <ScrollX label="Code">
      <pre>{children}</pre>
    </ScrollX>
  ),
  table: ({ children }: Inner) => (
    <ScrollX label="Table">
      <table>{children}</table>
    </ScrollX>
  ),
  thead: ({ children }: Inner) => <thead>{children}</thead>,
  tbody: ({ children }: Inner) => <tbody>{children}</tbody>,
  tr: ({ children }: Inner) => <tr>{children}</tr>,
  th: ({ children }: Inner) => <th>{children}</th>,
  td: ({ children }: Inner) => <td>{children}</td>,
  sub: ({ children }: Inner) => <sub>{children}</sub>,
  sup: ({ children }: Inner) => <sup>{children}</sup>,
};

const ALLOWED = [
  ...Object.keys(COMPONENTS).filter((name) => name !== 'inlineCode'),
  'em',
  'del',
  'br',
];

function InertLink({ href, children }: { href: unknown; children?: ReactNode }) {
  const target = typeof href === 'string' ? href : '';
  return (
    <span>
      <span className="underline decoration-dotted underline-offset-3">{children}</span>
      {target !== '' && !isSame(children, target) && (
        <span className="font-mono text-[0.82em] break-all text-ink-3"> ({target})</span>
      )}
    </span>
  );
}

function NoImage({ alt, src }: { alt: unknown; src: unknown }) {
  return (
    <span className="rounded bg-sunken px-1.5 py-0.5 text-[0.9em] text-ink-3">
      image not loaded{typeof alt === 'string' && alt !== '' ? `: ${alt}` : ''}{' '}
      {typeof src === 'string' && <span className="font-mono break-all">({src})</span>}
    </span>
  );
}

function isSame(children: ReactNode, target: string): boolean {
  const text = Array.isArray(children) ? children.join('') : String(children);
  return target === text || target === `mailto:${text}` || target === `http://${text}`;
}
