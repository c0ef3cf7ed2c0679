import { useEffect } from 'react'
import { completeHydration } from './hydration.ts'

/** Stands in each page, after all that is in it: once it is there, the page is the browser's own, and answers. */
export function HydrationComplete() {
  useEffect(completeHydration, [])
  return null
}
