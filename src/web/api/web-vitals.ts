// How fast the page felt to whoever waited for it. The figures stand as marks in the browser's own
// timeline; once the page goes out of sight they are sent, with the pattern of its address and nothing else.

import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
import { pageAt } from '#contract/routes.ts'

/** Milliseconds, but for CLS, which is a share of the window. */
const mark = ({ name, value, rating }: Metric): void => {
  performance.mark(name, { detail: { value, rating } })
}

export function measureVitals(): void {
  const route = pageAt(window.location.pathname)
  const figures: Record<string, number> = {}
  const take = (metric: Metric): void => {
    mark(metric)
    figures[metric.name] = Math.round(metric.value * 1000) / 1000
  }
  for (const measure of [onTTFB, onFCP]) measure(take)
  for (const measure of [onLCP, onCLS, onINP]) measure(take, { reportAllChanges: true })

  let isSent = false
  const send = (): void => {
    if (isSent || route === null || Object.keys(figures).length === 0) return
    isSent = true
    const visit = new Blob([JSON.stringify({ route, ...figures })], { type: 'application/json' })
    navigator.sendBeacon('/api/vitals', visit)
  }
  window.addEventListener('pagehide', send)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send()
  })
}
