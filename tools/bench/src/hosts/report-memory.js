/* Appends the maximum memory of each ended process of the program, in kilobytes, to the file in RECALLITE_BENCH_MEMORY. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

const file = process.env.RECALLITE_BENCH_MEMORY
const status = '/proc/self/status'
process.on('exit', () => {
  if (file !== undefined) appendFileSync(file, `${maxMemory()}\n`)
})

/** On Linux, the value of `resourceUsage` includes that of the parent process. */
function maxMemory() {
  const [, kilobytes] = existsSync(status)
    ? (/^VmHWM:\s*(\d+)/mu.exec(readFileSync(status, 'utf8')) ?? [])
    : []
  return kilobytes ?? process.resourceUsage().maxRSS
}
