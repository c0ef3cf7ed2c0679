// What the dialog says, whatever happens: one sentence, and what to do.

import { CAMERA_FAULTS, type CameraFault } from './camera.ts'

export const HINT = 'Hold the barcode on the door frame or the tongue in the frame.'
export const LATE =
  'No VIN read so far. Wipe the label, keep off the glare and go closer until its code fills the frame. Or use a photo, or type the VIN.'
export const NO_VIN =
  'No VIN was found in this photo. Take one closer, straight on and sharp, or type the VIN.'
export const NO_PHOTO = 'This photo cannot be shown here. Choose a JPEG or PNG, or type the VIN.'
export const NO_READER =
  'The barcode reader could not be loaded. Check the connection and try again, or type the VIN.'

export type Standing = {
  readonly isReaderFailed: boolean
  readonly isReaderThere: boolean
  readonly cameraFault: CameraFault | null
  readonly isLive: boolean
  readonly isPhoto: boolean
  readonly isLate: boolean
  /** What became of the last photo. */
  readonly note: string | null
}

export type Said = { readonly words: string; readonly isFault: boolean; readonly isWaiting: boolean }

const fault = (words: string): Said => ({ words, isFault: true, isWaiting: false })
const waiting = (words: string): Said => ({ words, isFault: false, isWaiting: true })
const plain = (words: string): Said => ({ words, isFault: false, isWaiting: false })

/** What to say now. What failed comes before what is only slow. */
export function saying(now: Standing): Said {
  if (now.isReaderFailed) return fault(NO_READER)
  if (now.isPhoto) return waiting('Reading the photo…')
  if (now.cameraFault !== null)
    return fault([now.note, CAMERA_FAULTS[now.cameraFault]].filter(Boolean).join(' '))
  if (now.note !== null && !now.isLate) return plain(now.note)
  if (!now.isLive) return waiting('Starting the camera. If the browser asks, allow it.')
  if (!now.isReaderThere) return waiting('Getting the barcode reader…')
  return plain(now.isLate ? LATE : HINT)
}
