import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// One file builds both rooms: `vite build` makes the web, `vite build --ssr` the server.
export default defineConfig(({ isSsrBuild }) => ({
  plugins: isSsrBuild ? [] : [react()],
  root: isSsrBuild ? '.' : 'src/web',
  // Not Vite's own choice: in src/web, `public` is the place of the public pages.
  publicDir: isSsrBuild ? false : 'static',
  build: isSsrBuild
    ? {
        rolldownOptions: {
          input: {
            main: 'src/server/main.ts',
            backup: 'src/server/run-backup.ts',
            restore: 'src/server/run-restore.ts',
          },
          output: { chunkFileNames: '[name]-[hash].js' },
        },
        outDir: 'dist/server',
        emptyOutDir: true,
        target: 'node20',
      }
    : { outDir: '../../dist/web', emptyOutDir: true },
}))
