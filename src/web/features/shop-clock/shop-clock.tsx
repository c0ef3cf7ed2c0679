import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { api } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { LazyContent } from '#web/ui/lazy-content.tsx'

const ShopClockRow = lazy(() =>
  import('./shop-clock-row.tsx').then(module => ({ default: module.ShopClockRow })),
)

/** Clock In and Clock Out of the shop, in a company that has a shop clock. */
export function ShopClock() {
  const mayUse = usePermission()('shop-clock.use')
  const { data } = useQuery({ ...api.shopClock.mine.queryOptions(), enabled: mayUse })
  if (!mayUse || !data?.isOn) return null
  return (
    <LazyContent fallback={<div style={{ height: '3.5rem' }} />}>
      <ShopClockRow since={data.since} timeZone={data.timeZone} />
    </LazyContent>
  )
}
