import { Button } from '@mantine/core'
import { renderSVG } from 'uqr'
import { appLink } from '#domain/downloads/android-app.ts'
import styles from './downloads.module.css'

/** Gives the installed app this server's address: by a tap on the phone, or with its camera. */
export function AndroidAppLink() {
  const link = appLink(location.origin)
  if (link === null) return <p>Requires an https address.</p>
  const qrCode = `data:image/svg+xml,${encodeURIComponent(renderSVG(link, { border: 4 }))}`
  return (
    <>
      <p>After installing, tap here to set this server’s address:</p>
      <Button component="a" href={link} variant="default">
        Open in the App
      </Button>
      <details className={styles.qr}>
        <summary>QR code for another phone</summary>
        <img src={qrCode} alt="QR code that opens this server in the app" width={192} height={192} />
      </details>
    </>
  )
}
