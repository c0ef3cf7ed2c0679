import { defineConfig } from 'vite'

// Each entry is a program of its own: what asks and what listens must not share a process with what answers.
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    rolldownOptions: {
      input: Object.fromEntries(
        ['main', 'load', 'sse-subscribers', 'baseline'].map(name => [
          name,
          `bench/${name === 'baseline' ? 'baseline/server' : name}.ts`,
        ]),
      ),
      output: { chunkFileNames: '[name]-[hash].js' },
    },
    outDir: '.cache/bench',
    emptyOutDir: true,
    target: 'node20',
  },
})
