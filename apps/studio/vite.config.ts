import { join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
// biome-ignore lint/plugin: Vite runs this file in Node, which finds TypeScript by its path and not by a package's name
import { DEFAULT_PORT } from '../../packages/contract/src/default-port.ts';

/** Where the server listens while the studio is developed: named as for the server itself. */
const server =
  process.env.COUNTERSIGN_URL || `http://127.0.0.1:${process.env.PORT || DEFAULT_PORT}`;
const noHtml = join(import.meta.dirname, 'src/stubs/no-html.ts');

/** Hands a request on as one of the server's own pages would send it. */
const proxied = {
  target: server,
  changeOrigin: true,
  headers: { origin: new URL(server).origin },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind()],
  resolve: {
    alias: { 'rehype-raw': noHtml, 'rehype-sanitize': noHtml, 'rehype-harden': noHtml },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    // A preload of a font that is not used yet would delay what is.
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': proxied, '/health': proxied, '/openapi.json': proxied } },
});
