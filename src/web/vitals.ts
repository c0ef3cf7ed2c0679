// How fast the page felt to whoever waited for it. The figures stand as marks in the browser's own
// timeline, where its performance tools show them; none of them leaves the device.

import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'

/** Milliseconds, but for CLS, which is a share of the window. */
const mark = ({ name, value, rating }: Metric): void => {
  performance.mark(name, { detail: { value, rating } })
}

export function measureVitals(): void {
  for (const measure of [onTTFB, onFCP]) measure(mark)
  for (const measure of [onLCP, onCLS, onINP]) measure(mark, { reportAllChanges: true })
}
