/*
 * Loaded before a measured program: when a process of it ends, adds a line to the file that RECALLITE_BENCH_MEMORY names, with
 * the most memory that the process had at once, in kilobytes.
 */
import { appendFileSync } from 'node:fs'

const file = process.env.RECALLITE_BENCH_MEMORY
process.on('exit', () => {
  if (file !== undefined) appendFileSync(file, `${process.resourceUsage().maxRSS}\n`)
})
