import { IconCaravan } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { dayOf, formatDayWithYear } from '#domain/lib/company-time.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { api } from '#web/api/client.ts'
import { ListPanel } from '#web/api/list-panel.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { ClaimRig } from './claim-rig.tsx'
import styles from './claimed-rigs.module.css'

type Rig = Awaited<ReturnType<typeof api.rigClaims.list.call>>[number]

/** The account's rigs, and the form to claim another. */
export function ClaimedRigs() {
  const query = useQuery(api.rigClaims.list.queryOptions())
  return (
    <div className={styles.panels}>
      <ListPanel
        title="Your rigs"
        query={query}
        skeleton={{ rows: 2, height: 64, label: 'Loading your rigs…' }}
        empty={{
          icon: IconCaravan,
          sentence: 'No RVs yet.',
          next: 'Find your code on any completed invoice or on your ticket page.',
        }}
        list={rigs => (
          <ul className={styles.rigs}>
            {rigs.map(rig => (
              <RigItem key={rig.vin} rig={rig} />
            ))}
          </ul>
        )}
      />
      <ClaimRig />
    </div>
  )
}

const RigItem = ({ rig: { vin, visits, lastVisit, ...rig } }: { rig: Rig }) => (
  <li className={styles.rig}>
    <TextLink to={`/my/rigs/${vin}`} className={styles.name ?? ''}>
      {rigName(rig)}
    </TextLink>
    <span className={styles.muted}>{`VIN ${vin}`}</span>
    <span className={styles.muted}>
      {`${visits === 1 ? '1 visit' : `${visits} visits`}${lastVisit !== null ? `, last on ${formatDayWithYear(dayOf(lastVisit, 'UTC'))}` : ''}`}
    </span>
  </li>
)
