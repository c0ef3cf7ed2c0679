import { useState } from 'react'
import { Logo } from '#web/ui/logo.tsx'
import styles from './companies.module.css'

/** The initials of the first two words: `Bluebonnet RV` is `BR`. */
const initialsOf = (name: string): string =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
    .slice(0, 2)
    .map(word => [...word][0] ?? '')
    .join('')
    .toUpperCase()

/** The company's image; without one its initials, or the logo. The name is beside it. */
export function CompanyLogo({ name, src }: { name: string; src: string | null }) {
  const [broken, setBroken] = useState<string | null>(null)
  if (src !== null && src !== broken)
    return <img className={styles.logo} src={src} alt="" loading="lazy" onError={() => setBroken(src)} />
  const initials = initialsOf(name)
  return (
    <span className={styles.logo} aria-hidden>
      {initials === '' ? <Logo /> : initials}
    </span>
  )
}
