// What axe-core finds on a page as it stands.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe-core calls serious or critical, as one line each. */
export async function faults(page: Page): Promise<string[]> {
  // Playwright evaluates outside the page's content policy, so the product's own stays as it is.
  await page.evaluate(AXE)
  const results = (await page.evaluate('axe.run(document)')) as AxeResults
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html}`))
}
