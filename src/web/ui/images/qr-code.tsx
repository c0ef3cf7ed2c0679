import { Anchor } from '@mantine/core'
import { renderSVG } from 'uqr'
import styles from './images.module.css'

type QrCodeProps = {
  url: string
  alt: string
  /** The name of its file, where it may be taken along to be printed. */
  saveAs?: string
}

/** An address as a picture, for whoever stands beside it with their phone. */
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
