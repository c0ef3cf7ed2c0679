import { renderSVG } from 'uqr'
import styles from './customer-side.module.css'

/** The link as a picture, for a customer who stands at the counter with their phone. */
export const LinkCode = ({ url }: { url: string }) => (
  <img
    className={styles.code}
    src={`data:image/svg+xml,${encodeURIComponent(renderSVG(url, { border: 4 }))}`}
    alt="QR code of the customer’s link"
    width={224}
    height={224}
  />
)
