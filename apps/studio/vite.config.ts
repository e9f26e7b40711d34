import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where the server listens while the studio is developed; `npm run dev` sets it. */
const server = process.env.COUNTERSIGN_URL ?? 'http://127.0.0.1:4600';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind()],
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2023', sourcemap: false },
  server: { proxy: { '/api': server, '/health': server, '/openapi.json': server } },
});
