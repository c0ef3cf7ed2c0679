import { type ComponentType, lazy, Suspense } from 'react'
import { RunningClock } from '#web/features/clocks/running-clock.tsx'
import type { Clock } from '#web/features/clocks/use-running-clock.ts'

// A device without a bay loads nothing of its outbox.
const BayStrip = lazy(async (): Promise<{ default: ComponentType<{ clock: Clock | null }> }> => {
  const module = await import('./bay-strip.tsx').catch(() => null)
  return { default: module?.BayStrip ?? WithoutOutbox }
})

type WorkStripProps = { clock: Clock | null; hasBay: boolean }

const WithoutOutbox = ({ clock }: { clock: Clock | null }) =>
  clock === null ? null : <RunningClock clock={clock} />

/** In the header of every page: the running clock and, on a device with a bay, how much was not sent. */
export const WorkStrip = ({ clock, hasBay }: WorkStripProps) =>
  hasBay ? (
    <Suspense fallback={<WithoutOutbox clock={clock} />}>
      <BayStrip clock={clock} />
    </Suspense>
  ) : (
    <WithoutOutbox clock={clock} />
  )
