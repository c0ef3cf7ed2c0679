import { rigName } from '#domain/rig.ts'
import { KeyValues } from '#web/ui/key-values.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { OwnImage } from './own-image.tsx'
import styles from './picture.module.css'
import type { TicketView } from './ticket-view.ts'

export function RigPanel({ rig }: { rig: TicketView['customerRV'] }) {
  return (
    <Panel title="RV Info">
      {rig.rvImage !== null && (
        <img className={styles.rig} src={`${rig.rvImage}&size=large`} alt={rigName(rig)} />
      )}
      <KeyValues
        rows={[
          { label: 'Make', value: rig.make },
          { label: 'Model', value: rig.model },
          { label: 'Year', value: rig.year },
          { label: 'VIN', value: rig.vin },
          { label: 'Axle Amount', value: rig.axleAmount },
        ]}
      />
      <OwnImage image="rig-image" label="RV picture" />
    </Panel>
  )
}
