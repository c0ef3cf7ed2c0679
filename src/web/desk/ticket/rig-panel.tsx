import { KeyValues } from '#web/ui/key-values.tsx'
import { Panel } from '#web/ui/panel.tsx'
import styles from './picture.module.css'
import type { TicketView } from './ticket-view.ts'

type Described = { readonly year: string; readonly make: string; readonly model: string }

/** `2021 Jayco Jay Flight 264BH`, with whatever of it is known. */
export const rigName = ({ year, make, model }: Described): string =>
  [year, make, model].filter(word => word !== '').join(' ') || 'RV'

export function RigPanel({ rig }: { rig: TicketView['customerRV'] }) {
  return (
    <Panel title="RV Info">
      {rig.rvImage !== null && <img className={styles.rig} src={rig.rvImage} alt={rigName(rig)} />}
      <KeyValues
        rows={[
          { label: 'Make', value: rig.make },
          { label: 'Model', value: rig.model },
          { label: 'Year', value: rig.year },
          { label: 'VIN', value: rig.vin },
          { label: 'Axle Amount', value: rig.axleAmount },
        ]}
      />
    </Panel>
  )
}
