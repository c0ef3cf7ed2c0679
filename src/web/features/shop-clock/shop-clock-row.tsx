import { Button } from '@mantine/core'
import { IconBuildingWarehouse } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { dayOf, formatTime, formatWhen } from '#domain/lib/company-time.ts'
import { api, client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { useNow } from '#web/api/use-now.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { TextLink } from '#web/ui/links.tsx'
import styles from './shop-clock.module.css'

type ShopClockRowProps = {
  /** Null while the person is not in the shop. */
  since: Date | null
  timeZone: string
}

/** Whether the person is in the shop, and the button that changes it. */
export function ShopClockRow({ since, timeZone }: ShopClockRowProps) {
  const queries = useQueryClient()
  const now = useNow()
  const seesTimeSheet = usePermission()('company.see-details')
  const refetch = () =>
    Promise.all(
      [api.shopClock.key(), api.clocks.key(), api.tickets.get.key()].map(queryKey =>
        queries.invalidateQueries({ queryKey }),
      ),
    )
  const basis = since?.toISOString() ?? 'out'
  const clockIn = useMutationOnce(client.shopClock.clockIn, { basis, onDone: () => void refetch() })
  const clockOut = useMutationOnce(client.shopClock.clockOut, {
    basis,
    onDone: ({ stopped }) => {
      void refetch()
      if (stopped !== null)
        notify.success(
          `Your clock on job ${stopped.jobNumber} of ticket ${stopped.ticketId} was stopped, too.`,
        )
    },
  })
  const isToday = since !== null && dayOf(since, timeZone) === dayOf(now, timeZone)
  return (
    <section className={styles.row} aria-label="Shop clock">
      <span className={styles.state} role="status">
        <IconBuildingWarehouse size={20} stroke={1.75} aria-hidden />
        {since === null
          ? 'Not in the shop'
          : `In the shop since ${isToday ? formatTime(since, timeZone) : formatWhen(since, timeZone, now)}`}
      </span>
      {since === null ? (
        <Button disabled={clockIn.isRunning} onClick={ignoreDoubleClick(() => clockIn.run(undefined))}>
          Clock In to Shop
        </Button>
      ) : (
        <Button disabled={clockOut.isRunning} onClick={ignoreDoubleClick(() => clockOut.run(undefined))}>
          Clock Out of Shop
        </Button>
      )}
      {seesTimeSheet && <TextLink to="/company/time-sheet">Time Sheet</TextLink>}
    </section>
  )
}
