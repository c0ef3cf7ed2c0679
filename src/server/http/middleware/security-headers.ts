// Security headers of every response.

import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { cspSourceOf, type MapTiles } from '#server/geocoding/map-tiles.ts'

const POLICY = {
  defaultSrc: ["'self'"],
  workerSrc: ["'self'"],
  scriptSrcAttr: ["'none'"],
  // Mantine writes its variables and sizes into style elements while rendering. It sets style attributes by DOM API,
  // which the policy does not affect; one in the HTML has no effect.
  styleSrc: ["'self'", "'unsafe-inline'"],
  styleSrcAttr: ["'none'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'"],
  objectSrc: ["'none'"],
  frameSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
}

/**
 * Photos use the camera, logins use passkeys, and Home asks for the location on demand; nothing else of a device is
 * used.
 */
const PERMISSIONS = {
  camera: ['self'],
  geolocation: ['self'],
  publickeyCredentialsGet: ['self'],
  accelerometer: [],
  autoplay: [],
  browsingTopics: [],
  displayCapture: [],
  gamepad: [],
  gyroscope: [],
  hid: [],
  idleDetection: [],
  localFonts: [],
  magnetometer: [],
  microphone: [],
  midi: [],
  payment: [],
  screenWakeLock: [],
  serial: [],
  syncXhr: [],
  usb: [],
  xrSpatialTracking: [],
}

/** The barcode reader is compiled to WebAssembly. This allows such code but no text: `eval` stays blocked. */
const WASM = "'wasm-unsafe-eval'"

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** The operator's settings and the inline scripts; the default is the strictest policy. */
type SecurityHeaderOptions = {
  /** The product's address is https, and browsers are to stay on it. */
  readonly isHttps: boolean
  /** The source of map tiles. */
  readonly tiles: MapTiles | null
  /** The hashes of inline scripts; no others may run. */
  readonly scripts?: readonly string[] | undefined
}

/** The security headers, the same for every response. */
export async function securityHeaders({
  isHttps,
  tiles,
  scripts = [],
}: SecurityHeaderOptions): Promise<readonly (readonly [string, string])[]> {
  const app = new Hono().use(
    secureHeaders({
      contentSecurityPolicy: {
        ...POLICY,
        imgSrc: tiles === null ? POLICY.imgSrc : [...POLICY.imgSrc, cspSourceOf(tiles)],
        scriptSrc: ["'self'", ...scripts, WASM],
      },
      permissionsPolicy: PERMISSIONS,
      strictTransportSecurity: isHttps ? `max-age=${YEAR_SECONDS}; includeSubDomains` : false,
      referrerPolicy: 'no-referrer',
      crossOriginOpenerPolicy: 'same-origin',
      crossOriginResourcePolicy: 'same-origin',
      xFrameOptions: 'DENY',
      xContentTypeOptions: 'nosniff',
    }),
  )
  const response = await app.get('/', c => c.body(null)).request('/')
  return [...response.headers]
}
