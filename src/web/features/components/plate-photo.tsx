import type { ReactNode } from 'react'
import type { ComponentView } from './component-fields.tsx'
import styles from './components.module.css'

type PlatePhotoProps = {
  plate: ComponentView['plate']
  /** Of its component. */
  label: string
  /** Below it. */
  children?: ReactNode
}

/** The photo of a component's plate, small; it opens the large one. Nothing without one. */
export const PlatePhoto = ({ plate, label, children }: PlatePhotoProps) =>
  plate !== null && (
    <div className={styles.plate}>
      <a href={plate.large} target="_blank" rel="noreferrer">
        <img src={plate.small} alt={`Plate of ${label}`} loading="lazy" decoding="async" />
      </a>
      {children}
    </div>
  )
