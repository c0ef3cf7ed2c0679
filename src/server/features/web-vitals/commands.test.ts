import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ metricsAddress: { host: '127.0.0.1', port: 0 } })
})
afterAll(() => app.close())

const report = (json: unknown) => app.fetch('/api/web-vitals', { method: 'POST', json })
const metrics = async () => (await fetch(app.metricsUrl ?? '')).text()

test.each([
  ['a page that is none', { route: '/service-ticket/412873', LCP: 900 }, 'route'],
  ['no page', { LCP: 900 }, 'route'],
  ['a figure of another name', { route: '/dashboard', FID: 1 }, 'FID'],
  ['a time before the beginning', { route: '/dashboard', LCP: -1 }, 'LCP'],
  ['a time of days', { route: '/dashboard', INP: 1e9 }, 'INP'],
  ['a word for a figure', { route: '/dashboard', CLS: 'none' }, 'CLS'],
])('%s is refused and not counted', async (_, sent, field) => {
  const answer = await report(sent)
  expect(answer.status).toBe(400)
  const { code, fields } = (await answer.json()) as { code: string; fields: object }
  expect(code).toBe('INVALID')
  expect(Object.keys(fields)).toEqual([field])
  expect(await metrics()).not.toContain('rigwright_web_lcp_seconds_count{')
})

test('web vitals appear in the metrics, by page and not by ticket', async () => {
  const vitals = { TTFB: 40, FCP: 300, LCP: 900, INP: 120, CLS: 0.02 }
  const answer = await report({ route: '/service-ticket/$ticketId', ...vitals })
  expect([answer.status, await answer.text()]).toEqual([204, ''])
  expect((await report({ route: '/', LCP: 3000 })).status).toBe(204)
  const text = await metrics()
  const route = 'route="/service-ticket/$ticketId"'
  expect(text).toContain(`rigwright_web_lcp_seconds_sum{${route}} 0.9`)
  expect(text).toContain(`rigwright_web_lcp_seconds_bucket{le="0.8",${route}} 0`)
  expect(text).toContain(`rigwright_web_lcp_seconds_bucket{le="1.2",${route}} 1`)
  expect(text).toContain(`rigwright_web_inp_seconds_count{${route}} 1`)
  expect(text).toContain(`rigwright_web_cls_sum{${route}} 0.02`)
  expect(text).toContain('rigwright_web_lcp_seconds_count{route="/"} 1')
})
