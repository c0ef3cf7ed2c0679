import { defineConfig } from '@playwright/test'

const isRoot = process.getuid?.() === 0
const { CHROMIUM: full, CHROMIUM_SHELL: shell = full } = process.env

/**
 * Every window of the full Chromium loads two pages for suggestions under its address bar, which takes as long as most
 * tests, and keeps a process in reserve. The others replace Playwright's own list, of which they are the part in use.
 */
const UNUSED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
].join()

const chromium = (executablePath: string | undefined, channel?: string) => ({
  ...(executablePath || !channel ? {} : { channel }),
  launchOptions: {
    ...(executablePath ? { executablePath } : {}),
    args: [
      ...(isRoot ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      // Another host name of this machine, which browsers do not trust without https.
      '--host-resolver-rules=MAP rigwright.test 127.0.0.1',
      `--disable-features=${UNUSED_FEATURES}`,
    ],
  },
})

// Each worker starts its own app with its own database; this configures only the browser.
export default defineConfig({
  testDir: 'test/e2e',
  // A test waits for the browser, the server and the database in turn.
  workers: 3,
  fullyParallel: true,
  // Generous, for a machine that is busy or pauses.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // A test that needs a second try has a defect, or the product has.
  retries: 0,
  outputDir: 'test-results',
  reporter: 'list',
  use: {
    browserName: 'chromium',
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    // A trace of every test takes a quarter of its time; `--trace=retain-on-failure` records it.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    // Only the full Chromium shows notifications.
    { name: 'full', testMatch: '**/push.spec.ts', use: chromium(full, 'chromium') },
    { name: 'shell', testIgnore: '**/push.spec.ts', use: chromium(shell) },
  ],
})
