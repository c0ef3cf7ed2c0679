import { june } from '../../../src/server/seed/demo-accounts.ts'
import { createCompany, createTrailerTicket, responseOf } from '../support/actions.ts'
import { expect, newPersonPage, PHONE, test } from '../support/fixtures.ts'
import { multiplyTicket } from '../support/multiply-rows.ts'

const MANY = 10_000

test('a company with ten thousand tickets sees its newest at once, its oldest on scrolling, and few are rendered', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop)
  await createCompany(page, 'Ten Thousand Rigs')
  const first = await createTrailerTicket(page, [{ problem: 'Roof leak above the bunk' }])
  await multiplyTicket(shop, first, MANY - 1)
  await page.goto('/dashboard')
  const active = page.getByRole('region', { name: 'Active', exact: true })
  await expect(active.getByRole('link', { name: 'Park, June' })).toBeVisible()
  await expect(active).toContainText('10,000')
  const tags = active.getByRole('listitem')
  expect(await tags.count()).toBeLessThan(60)
  await expect(tags.first()).toHaveAttribute('aria-setsize', String(MANY))

  await page.evaluate(() => {
    const slow: number[] = []
    Object.assign(window, { slow })
    new PerformanceObserver(list => slow.push(...list.getEntries().map(entry => entry.duration))).observe({
      entryTypes: ['longtask'],
    })
  })
  const farther = active.getByRole('link', { name: 'Last399, June' })
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 600)
        return farther.count()
      },
      { intervals: [20] },
    )
    .toBe(1)
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const oldest = active.getByRole('link', { name: `Last${MANY - 1}, June` })
  await expect(oldest).toBeVisible()
  expect(await tags.count()).toBeLessThan(60)
  // A busy machine may be slow in general; the number is informative only.
  const slow = await page.evaluate('window.slow.map(Math.round).join(" ")')
  process.stdout.write(`  long tasks while scrolling, in ms: ${slow || 'none'}\n`)

  // There and back again, to the same position.
  await oldest.click()
  await expect(page).toHaveURL(/\/service-ticket\/\d{6}$/)
  await page.goBack()
  await expect(oldest).toBeInViewport()
})

test('a change of one ticket renders its card again and no other', async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop)
  await createCompany(page, 'One Card At A Time')
  const ids: number[] = []
  for (let made = 0; made < 3; made += 1) ids.push(await createTrailerTicket(page, []))
  await multiplyTicket(shop, ids[0] ?? 0, 400)
  await page.goto('/dashboard')
  const active = page.getByRole('region', { name: 'Active', exact: true })
  await expect(active.getByText('403', { exact: true })).toBeVisible()
  const tags = active.getByRole('listitem')
  await expect(tags.first()).toContainText('0 jobs')
  // The stream is open: changes from here on are live.
  await responseOf(page.request.post(`/api/tickets/${ids[0]}/jobs`, { data: { problem: 'Awning' } }))
  await expect(tags.nth(2)).toContainText('1 job')

  await page.evaluate(() => {
    const changed = new Set<string>()
    Object.assign(window, { changed })
    const name = (element: Element) => element.closest('li')?.dataset.index ?? 'elsewhere'
    new MutationObserver(all => {
      for (const { target, attributeName } of all) {
        const element = (target.nodeType === 3 ? target.parentElement : target) as Element
        // After its cards are shown, a list measures them, places them, and renders as many as are in view.
        const isPlacement =
          element.tagName === 'UL' || (element.tagName === 'LI' && attributeName === 'style')
        if (!isPlacement) changed.add(name(element))
      }
    }).observe(document.querySelector('main') as Node, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    })
  })
  await responseOf(page.request.post(`/api/tickets/${ids[1]}/jobs`, { data: { problem: 'Awning' } }))
  await expect(tags.nth(1)).toContainText('1 job')
  expect(await page.evaluate('[...window.changed]')).toEqual(['1'])

  // A new card moves the others down and renders none of them again.
  await page.evaluate('document.querySelector("main [data-index=\\"1\\"] a").dataset.mark = "kept"')
  const { ticketId } = await responseOf(page.request.post('/api/tickets', { data: { ...june, jobs: [] } }))
  await expect(tags.first().getByRole('link')).toHaveAttribute('href', `/service-ticket/${ticketId}`)
  await expect(active.getByText('404', { exact: true })).toBeVisible()
  await expect(tags.nth(2).getByRole('link')).toHaveAttribute('data-mark', 'kept')
})

test('on a phone a long section is one screen until all of it is requested', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const page = await newPersonPage(browser, shop, PHONE)
  await createCompany(page, 'Pocket Desk')
  const first = await createTrailerTicket(page, [])
  await multiplyTicket(shop, first, 299)
  await page.goto('/dashboard')
  const active = page.getByRole('region', { name: 'Active', exact: true })
  await expect(active.getByRole('listitem')).toHaveCount(25)
  await active.getByRole('button', { name: 'Show all (275 more)' }).click()
  await page.getByRole('region', { name: 'Approval', exact: true }).scrollIntoViewIfNeeded()
  const oldest = active.getByRole('link', { name: 'Last299, June' })
  await expect(oldest).toBeVisible()
  await oldest.click()
  await expect(page).toHaveURL(/\/service-ticket\/\d{6}$/)
  await page.goBack()
  await expect(oldest).toBeInViewport()
  await active.getByRole('button', { name: 'Show fewer' }).click()
  await expect(active.getByRole('listitem')).toHaveCount(25)
})
