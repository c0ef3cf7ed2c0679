// A photo that is sent in pieces, on a line that may break at any of them.

const KILOBYTE = 1024

export const MAX_PIECE_BYTES = 512 * KILOBYTE
/** Of every piece but the last. */
export const MIN_PIECE_BYTES = 16 * KILOBYTE

/** How many photos of one account may be on their way at once, and their size together: the oldest begin again. */
export const MAX_UNFINISHED_UPLOADS = 20
export const MAX_UNFINISHED_BYTES = 100 * KILOBYTE * KILOBYTE

/** After its last piece, a photo that is not whole is deleted. */
export const ABANDONED_UPLOAD_DAYS = 7
