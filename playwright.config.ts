import { defineConfig } from '@playwright/test'

const isRoot = process.getuid?.() === 0
const executablePath = process.env.CHROMIUM

// Stories start their own app, each on a database of its own; here is only the browser.
export default defineConfig({
  testDir: 'test/e2e',
  workers: 2,
  // A day has no stop-watch: on a small machine each story also starts a server and a database.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  // On a busy machine a browser may once be slower than anybody waits; such a story is told as flaky.
  retries: 1,
  outputDir: 'test-results',
  reporter: 'list',
  use: {
    browserName: 'chromium',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
      ],
    },
  },
})
