import { useState } from 'react';
import { App } from '../app/app.tsx';
import { setClockOffset } from '../ui/use-now.ts';
import { NOW } from './fixtures/people.ts';
import { SCENES } from './scenes.ts';
import { createServer } from './server.ts';

/** The whole studio on fixtures: `/gallery/<scene>/w/ws_demo/…`. `/gallery` lists the scenes. */
export function Gallery({ path }: { path: string }) {
  const name = path.split('/')[2] ?? '';
  const scene = SCENES.find((one) => one.name === name);
  const [server] = useState(() => {
    // Fixtures play at a fixed time, from which the clock goes on.
    setClockOffset(NOW - Date.now());
    return scene ? createServer(scene) : null;
  });
  if (server && scene) return <App fetch={server} basepath={`/gallery/${scene.name}`} />;
  return (
    <main className="mx-auto max-w-xl px-6 py-16">
      <h1 className="font-serif text-3xl">Gallery</h1>
      <ul className="mt-6 divide-y divide-line">
        {SCENES.map((one) => (
          <li key={one.name} className="py-3">
            <a href={`/gallery/${one.name}/`} className="font-medium underline underline-offset-3">
              {one.name}
            </a>
            <p className="text-sm text-ink-2">{one.what}</p>
          </li>
        ))}
      </ul>
    </main>
  );
}
