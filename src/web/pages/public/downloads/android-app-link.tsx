import { Button } from '@mantine/core'
import { renderSVG } from 'uqr'
import { appLink } from '#domain/downloads/android-app.ts'
import styles from './downloads.module.css'

/** Tells the installed app which server it is to open: by a tap on the phone, or by its camera. */
export function AndroidAppLink() {
  const link = appLink(location.origin)
  if (link === null)
    return <p>The app opens servers with https alone. This one has to be reached that way first.</p>
  const qrCode = `data:image/svg+xml,${encodeURIComponent(renderSVG(link, { border: 4 }))}`
  return (
    <>
      <p>Once it is installed, this fills in the address of this server:</p>
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
