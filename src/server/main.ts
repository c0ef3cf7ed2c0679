// The program: one server, or with `--workers 4` several that share its port.

import { readCount } from '#server/process/worker-count.ts'

try {
  const args = process.argv.slice(2)
  // Each way loads only what it needs; nearly everybody takes the first.
  if (args.includes('--worker')) await (await import('#server/process/worker.ts')).work()
  else {
    const count = readCount(args)
    if (count === null) await (await import('#server/process/single-process.ts')).runOne()
    else await (await import('#server/process/cluster.ts')).runWorkers(count)
  }
} catch (fault) {
  process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`)
  process.exit(1)
}
