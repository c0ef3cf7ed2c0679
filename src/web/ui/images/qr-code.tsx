import { Anchor } from '@mantine/core'
import { renderSVG } from 'uqr'
import styles from './images.module.css'

type QrCodeProps = {
  url: string
  alt: string
  /** The file name, if it can be saved for printing. */
  saveAs?: string
}

/** A URL as a QR code. */
export function QrCode({ url, alt, saveAs }: QrCodeProps) {
  const svg = `data:image/svg+xml,${encodeURIComponent(renderSVG(url, { border: 4 }))}`
  return (
    <>
      <img className={styles.code} src={svg} alt={alt} width={224} height={224} />
      {saveAs !== undefined && (
        <Anchor className={styles.save ?? ''} href={svg} download={saveAs}>
          Save image
        </Anchor>
      )}
    </>
  )
}
