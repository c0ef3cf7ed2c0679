import { useHydrated } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'

type LazyContentProps = { fallback?: ReactNode; children: ReactNode }

/**
 * Content whose code is loaded when it is shown, on pages that may show it from the start. The server has no such code:
 * it renders the fallback alone, because React reports a boundary that the server could not finish as an error.
 */
export const LazyContent = ({ fallback = null, children }: LazyContentProps) =>
  useHydrated() ? <Suspense fallback={fallback}>{children}</Suspense> : fallback
