import '@fontsource-variable/inter/wght.css';
import '@fontsource/newsreader/400.css';
import './styles.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { reloadWhenReplaced } from './app/reload-when-replaced.ts';

const place = document.getElementById('root');
if (place === null) throw new Error('the page has no root');
const root = createRoot(place);
reloadWhenReplaced();

if (import.meta.env.DEV && location.pathname.startsWith('/gallery')) {
  // The whole studio on fixtures; not in what is built.
  const { Gallery } = await import('./gallery/gallery.tsx');
  root.render(<Gallery path={location.pathname} />);
} else {
  root.render(<App fetch={(input, init) => fetch(input, init)} />);
}
