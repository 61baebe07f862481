/*
 * Loaded into each thread of a program by `--import`: collects garbage every 20 seconds and writes the remaining bytes of
 * JavaScript. V8 resizes its heaps in steps of many megabytes depending on the load, which hides leaks.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { threadId } from 'node:worker_threads'

const folder = new URL(import.meta.url).searchParams.get('folder')

setInterval(() => {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  const file = `${folder}/${process.pid}-${threadId}`
  writeFileSync(`${file}.part`, `${heapUsed + external}`)
  renameSync(`${file}.part`, file)
}, 20_000).unref()
