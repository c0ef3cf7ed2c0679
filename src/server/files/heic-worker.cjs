// Runs in a thread of its own, from its text: the bundled server has no second file to start.
// A large picture keeps a processor busy for seconds, and a hostile one may never come back.

const { readFileSync } = require('node:fs')
const { parentPort, workerData } = require('node:worker_threads')

const { file, decoder, mostPixels } = workerData

async function decode() {
  const images = await require(decoder).all({ buffer: readFileSync(file) })
  const [image] = images
  if (image.width * image.height > mostPixels) return { tooManyPixels: true }
  const { width, height, data } = await image.decode()
  return { width, height, data }
}

decode().then(
  answer => parentPort?.postMessage(answer, answer.data ? [answer.data.buffer] : []),
  error => parentPort?.postMessage({ error: String(error) }),
)
