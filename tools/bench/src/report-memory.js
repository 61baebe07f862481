/*
 * Loaded before a measured program: writes the most memory that its process had at once, in kilobytes, into the file that
 * RECALLITE_BENCH_MEMORY names, when the process ends.
 */
import { writeFileSync } from 'node:fs'

const file = process.env.RECALLITE_BENCH_MEMORY
process.on('exit', () => {
  if (file !== undefined) writeFileSync(file, String(process.resourceUsage().maxRSS))
})
