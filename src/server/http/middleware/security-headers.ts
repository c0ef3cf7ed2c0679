// What browsers are told with every answer.

import { secureHeaders } from 'hono/secure-headers'
import { cspSourceOf, type MapTiles } from '#server/geocoding/map-tiles.ts'

const POLICY = {
  defaultSrc: ["'self'"],
  workerSrc: ["'self'"],
  scriptSrcAttr: ["'none'"],
  // Mantine writes its variables and sizes into style elements as it draws. Attributes it sets through the
  // browser's own objects, which no policy concerns: one in the page's text does nothing.
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
 * Pictures are taken with the camera, a passkey is a sign-in, and Home asks where somebody is when they press for it;
 * nothing else of a device is asked for.
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

/** The reader of barcodes is compiled to WebAssembly. This lets such code run and no text: `eval` stays shut. */
const WASM = "'wasm-unsafe-eval'"

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** What the operator set, and what stands in the pages: without anything, the strictest. */
type SecurityHeaderOptions = {
  /** People reach the product by https, and are to stay on it. */
  readonly isHttps: boolean
  /** Where the map's pictures come from. */
  readonly tiles: MapTiles | null
  /** The hashes of the scripts that stand in pages; no other text of a page is run. */
  readonly scripts?: readonly string[] | undefined
}

export const securityHeaders = ({ isHttps, tiles, scripts = [] }: SecurityHeaderOptions) =>
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
  })
