import { defineConfig } from '@playwright/test'

const isRoot = process.getuid?.() === 0
const executablePath = process.env.CHROMIUM

// Tests start their own app with its own database; this configures only the browser.
export default defineConfig({
  testDir: 'test/e2e',
  workers: 2,
  // Generous: on a small machine each test also starts a server and a database.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  // On a busy machine a browser may be too slow once; such a test is reported as flaky.
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
