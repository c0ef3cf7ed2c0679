import { basename } from 'node:path'
import { defineConfig } from 'vite'

// Each entry is a separate program: clients and listeners must not share a process with the server.
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    rolldownOptions: {
      input: Object.fromEntries(
        ['main', 'load', 'sse-subscribers', 'baseline/server', 'baseline/same-promises'].map(path => [
          basename(path),
          `bench/${path}.ts`,
        ]),
      ),
      output: { chunkFileNames: '[name]-[hash].js' },
    },
    outDir: '.cache/bench',
    emptyOutDir: true,
    target: 'node20',
  },
})
