// Runs in its own thread, from its source text, because the bundled server is one file.
// A large image takes seconds of CPU, and a malicious one may never finish.

const { readFileSync } = require('node:fs')
const { parentPort, workerData } = require('node:worker_threads')

const { file, decoder, maxPixels } = workerData

async function decode() {
  const images = await require(decoder).all({ buffer: readFileSync(file) })
  const [image] = images
  if (image.width * image.height > maxPixels) return { tooManyPixels: true }
  const { width, height, data } = await image.decode()
  return { width, height, data }
}

decode().then(
  answer => parentPort?.postMessage(answer, answer.data ? [answer.data.buffer] : []),
  error => parentPort?.postMessage({ error: String(error) }),
)
