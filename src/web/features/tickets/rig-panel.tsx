import type { ReactNode } from 'react'
import { rigName } from '#domain/rigs/rig.ts'
import { KeyValues } from '#web/ui/layout/key-values.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextLink } from '#web/ui/links.tsx'
import styles from './ticket-image.module.css'
import type { TicketView } from './ticket-view.ts'

type RigPanelProps = {
  rig: TicketView['customerRV']
  /** Whether its VIN leads to its page at the desk. */
  isLinked?: boolean
  /** To the right of the title. */
  actions?: ReactNode
  /** At its end. */
  children?: ReactNode
}

export function RigPanel({ rig, isLinked = false, actions, children }: RigPanelProps) {
  return (
    <Panel title="RV Info" actions={actions}>
      {rig.rvImage !== null && (
        <img className={styles.rig} src={`${rig.rvImage}&size=large`} alt={rigName(rig)} />
      )}
      <KeyValues
        rows={[
          { label: 'Make', value: rig.make },
          { label: 'Model', value: rig.model },
          { label: 'Year', value: rig.year },
          {
            label: 'VIN',
            value:
              isLinked && rig.vin !== '' ? (
                <TextLink to={`/rigs/${encodeURIComponent(rig.vin)}`}>{rig.vin}</TextLink>
              ) : (
                rig.vin
              ),
          },
          { label: 'Axle Amount', value: rig.axleAmount },
        ]}
      />
      {children}
    </Panel>
  )
}
