// Web vitals of this page. They are marks in the browser's timeline; when the page is hidden they are sent, with the
// page's pattern and nothing else.

import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
import { matchPage } from '#contract/pages/page-routes.ts'

/** Milliseconds, except CLS, which is a share of the window. */
const markPerformance = ({ name, value, rating }: Metric): void => {
  performance.mark(name, { detail: { value, rating } })
}

export function reportWebVitals(): void {
  const match = matchPage(window.location.pathname)
  const metrics: Record<string, number> = {}
  const record = (metric: Metric): void => {
    markPerformance(metric)
    metrics[metric.name] = Math.round(metric.value * 1000) / 1000
  }
  for (const measure of [onTTFB, onFCP]) measure(record)
  for (const measure of [onLCP, onCLS, onINP]) measure(record, { reportAllChanges: true })

  let isSent = false
  const send = (): void => {
    if (isSent || match === null || Object.keys(metrics).length === 0) return
    isSent = true
    const report = new Blob([JSON.stringify({ route: match.path, ...metrics })], {
      type: 'application/json',
    })
    navigator.sendBeacon('/api/web-vitals', report)
  }
  window.addEventListener('pagehide', send)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send()
  })
}
