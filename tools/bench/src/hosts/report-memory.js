/*
 * Loaded before a measured program: when a process of it ends, adds a line to the file that RECALLITE_BENCH_MEMORY names, with
 * the most memory that the process had at once, in kilobytes.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

const file = process.env.RECALLITE_BENCH_MEMORY
const status = '/proc/self/status'
process.on('exit', () => {
  if (file !== undefined) appendFileSync(file, `${mostMemory()}\n`)
})

/** On Linux, what `resourceUsage` says begins with what the starting process had. */
function mostMemory() {
  const [, kilobytes] = existsSync(status)
    ? (/^VmHWM:\s*(\d+)/mu.exec(readFileSync(status, 'utf8')) ?? [])
    : []
  return kilobytes ?? process.resourceUsage().maxRSS
}
