import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { lazyPage } from '#web/api/lazy-page.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import styles from './my-rig.module.css'

const loadQrCode = lazyPage(() => import('#web/ui/images/qr-code.tsx'))
const QrCode = lazy(async () => ({ default: (await loadQrCode()).QrCode }))

/** A QR code that opens the rig's public history, to stick inside the RV. */
export function PublicQrCode({ vin }: { vin: string }) {
  const [isShown, setShown] = useState(false)
  const path = `/work-history?vin=${vin}`
  return (
    <Panel title="QR code">
      <div className={styles.stack}>
        <p className={styles.muted}>
          It opens the rig’s public history: date, technician and total. It shows nothing about you. Save the
          image, print it and stick it inside a door.
        </p>
        <span className={styles.actions}>
          <Button aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide code' : 'Show code'}
          </Button>
          <LinkButton to="/work-history" search={{ vin }} variant="default">
            Public history
          </LinkButton>
        </span>
        {isShown && (
          <Suspense fallback={<p className={styles.muted}>Loading the code…</p>}>
            <QrCode
              url={`${window.location.origin}${path}`}
              alt={`QR code of the public history of ${vin}`}
              saveAs={`${vin}.svg`}
            />
          </Suspense>
        )}
      </div>
    </Panel>
  )
}
