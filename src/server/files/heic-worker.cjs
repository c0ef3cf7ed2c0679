// Runs in its own thread, from its source text, because the bundled server is one file.
// A large image takes seconds of CPU, and a malicious one may never finish.

const { readFileSync } = require('node:fs')
const { parentPort, workerData } = require('node:worker_threads')

const { file, decoder, maxPixels } = workerData

async function decode() {
  const { HeifDecoder } = require(decoder)
  // Also tiles, thumbnails and gain maps are images of the file.
  const image = new HeifDecoder()
    .decode(readFileSync(file))
    .find((/** @type {{ is_primary(): boolean }} */ each) => each.is_primary())
  if (image === undefined) throw new Error('no primary image')
  const [width, height] = [image.get_width(), image.get_height()]
  if (width * height > maxPixels) return { tooManyPixels: true }
  const data = new Uint8ClampedArray(width * height * 4)
  const isDecoded = await new Promise(resolve => image.display({ data, width, height }, resolve))
  if (!isDecoded) throw new Error('the pixels are damaged')
  return { width, height, data }
}

decode().then(
  answer => parentPort?.postMessage(answer, answer.data ? [answer.data.buffer] : []),
  error => parentPort?.postMessage({ error: String(error) }),
)
