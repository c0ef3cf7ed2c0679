import { defineConfig } from 'vite'

// Each entry is a program of its own: what asks and what listens must not share a process with what answers.
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    rolldownOptions: {
      input: Object.fromEntries(
        ['main', 'load', 'audience', 'floor'].map(name => [
          name,
          `bench/${name === 'floor' ? 'floor/server' : name}.ts`,
        ]),
      ),
      output: { chunkFileNames: '[name]-[hash].js' },
    },
    outDir: '.cache/bench',
    emptyOutDir: true,
    target: 'node20',
  },
})
