import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * One period. Per process: minimum heap, minimum resident memory (MB) and minimum number of descriptors. Also the maximum size
 * of the log and the file (MB), and the work done.
 */
export interface Row {
  readonly seconds: number
  readonly memory: Record<string, number>
  readonly resident: Record<string, number>
  readonly descriptors: Record<string, number>
  log: number
  file: number
  readonly done?: Readonly<Record<'edits' | 'searches' | 'remembers' | 'wrong', number>>
}

const sizeOf = (file: string): number => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) / 1e6

/** Adds a sample to the row of its period. `reports` is the folder of report-heap.js. */
export function addSample(
  row: Row,
  pids: Readonly<Record<string, number>>,
  { database, reports }: { readonly database: string; readonly reports: string },
): void {
  const files = readdirSync(reports)
  for (const [name, pid] of Object.entries(pids)) {
    const [, kilobytes] = /VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    lessen(row.resident, name, Number(kilobytes) / 1000)
    lessen(row.descriptors, name, readdirSync(`/proc/${pid}/fd`).length)
    const heapFiles = files.filter((file) => file.startsWith(`${pid}-`) && !file.endsWith('.part'))
    const bytes = heapFiles.map((file) => Number(readFileSync(join(reports, file), 'utf8')))
    if (bytes.length > 0)
      lessen(row.memory, name, (mallocOf(pid) + bytes.reduce((sum, each) => sum + each, 0)) / 1e6)
  }
  row.log = Math.max(row.log, sizeOf(`${database}-wal`))
  row.file = Math.max(row.file, sizeOf(database))
}

/** The resident bytes of malloc, which has a single heap (`MALLOC_ARENA_MAX`). */
function mallocOf(pid: number): number {
  const [, kilobytes] =
    /\[heap\]\n(?:.*\n)*?Rss: +(\d+)/u.exec(readFileSync(`/proc/${pid}/smaps`, 'utf8')) ?? []
  return Number(kilobytes ?? 0) * 1024
}

function lessen(minimums: Record<string, number>, name: string, value: number): void {
  minimums[name] = Math.min(minimums[name] ?? Infinity, Math.round(value * 10) / 10)
}

const mean = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length

/** The growth of a value in ten minutes, by linear regression. */
function slopeOf(rows: readonly Row[], valueOf: (row: Row) => number): number {
  const middle = mean(rows.map(({ seconds }) => seconds))
  const squares = mean(rows.map(({ seconds }) => (seconds - middle) ** 2))
  return (600 * mean(rows.map((row) => (row.seconds - middle) * valueOf(row)))) / squares
}

/** Seconds after which memory and the file must no longer grow. */
const warm = 600

/** Whether a run is long enough to distinguish growth from the warm-up. */
export const tellsGrowth = (seconds: number): boolean => seconds >= 2 * warm

/** Errors, and values that grew. `maxGrowth` is in MB per ten minutes. */
export function faultsOf(rows: readonly Row[], maxGrowth: number): string[] {
  const last = rows.at(-1)?.seconds ?? 0
  const later = rows.filter(({ seconds }) => seconds > Math.min(warm, last / 2))
  const names = Object.keys(rows.at(-1)?.memory ?? {})
  const slopes = names.map((name) => [`memory of ${name}`, (row: Row) => row.memory[name] ?? 0] as const)
  const grown = [...slopes, ['file', ({ file }: Row) => file] as const].flatMap(([what, valueOf]) => {
    const slope = slopeOf(later, valueOf)
    return tellsGrowth(last) && slope > maxGrowth
      ? [`${what}: ${slope.toFixed(1)} MB more in 10 minutes`]
      : []
  })
  const leaks = names.flatMap((name) => {
    const counts = later.map(({ descriptors }) => descriptors[name] ?? 0).toSorted((a, b) => a - b)
    const [median = 0, lowest = 0, greatest = 0] = [counts[counts.length >> 1], counts[0], counts.at(-1)]
    return Math.max(median - lowest, greatest - median) > 3
      ? [`descriptors of ${name}: ${lowest} to ${greatest}`]
      : []
  })
  // The bound of the log is the program's own: see `longestLog`.
  const long = rows.flatMap(({ log, file }) =>
    log > Math.max(8, 2 * file) ? [`log: ${log.toFixed(1)} MB`] : [],
  )
  const wrong = rows.at(-1)?.done?.wrong ?? 0
  return [...grown, ...leaks, ...long.slice(0, 1), ...(wrong > 0 ? [`${wrong} answers were wrong`] : [])]
}
