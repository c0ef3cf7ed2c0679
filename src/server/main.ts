// The program: one server, or with `--workers 4` several that share its port.

import { parseWorkerCount } from '#server/process/worker-count.ts'

try {
  const args = process.argv.slice(2)
  // Each way of running loads only the code it needs.
  if (args.includes('--worker')) await (await import('#server/process/worker.ts')).runWorker()
  else {
    const count = parseWorkerCount(args)
    if (count === null) await (await import('#server/process/single-process.ts')).runSingleProcess()
    else await (await import('#server/process/cluster.ts')).runCluster(count)
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
