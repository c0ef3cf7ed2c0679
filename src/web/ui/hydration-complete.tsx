import { useEffect } from 'react'
import { completeHydration } from './hydration.ts'

/** The last component of each page: once mounted, hydration is complete. */
export function HydrationComplete() {
  useEffect(completeHydration, [])
  return null
}
