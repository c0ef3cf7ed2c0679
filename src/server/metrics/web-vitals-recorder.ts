// Page speed as reported by browsers.

import { Histogram, type Registry } from 'prom-client'
import type { WebVitalsReport } from '#contract/web-vitals.ts'

const TIMES = {
  TTFB: 'Time to first byte',
  FCP: 'First contentful paint',
  LCP: 'Largest contentful paint',
  INP: 'Interaction to next paint',
} as const

const BUCKETS_SECONDS = [0.05, 0.1, 0.2, 0.35, 0.5, 0.8, 1.2, 1.8, 2.5, 4, 6, 10]
const SHIFT_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1]

/** Histograms by page pattern; returns a function that records one visit. */
export function createWebVitalsRecorder(registry: Registry): (visit: WebVitalsReport) => void {
  const shared = { labelNames: ['route'] as const, registers: [registry] }
  const times = Object.entries(TIMES).map(([name, help]) => ({
    name: name as keyof typeof TIMES,
    histogram: new Histogram({
      name: `rigwright_web_${name.toLowerCase()}_seconds`,
      help,
      buckets: BUCKETS_SECONDS,
      ...shared,
    }),
  }))
  const shift = new Histogram({
    name: 'rigwright_web_cls',
    help: 'Cumulative layout shift',
    buckets: SHIFT_BUCKETS,
    ...shared,
  })
  return visit => {
    const { route } = visit
    for (const { name, histogram } of times) {
      const milliseconds = visit[name]
      if (milliseconds !== undefined) histogram.observe({ route }, milliseconds / 1000)
    }
    if (visit.CLS !== undefined) shift.observe({ route }, visit.CLS)
  }
}
