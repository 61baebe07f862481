import { existsSync } from 'node:fs'
import { roomFor, storeSize } from '@recallite/store-sqlite'
import { megabytes } from '../../render/megabytes.js'
import { failure, fine, warning, type Outcome } from '../finding.js'
import { ownCommand } from '../own-command.js'
import type { Probe } from '../probe.js'
import { shellWord } from '../../shell-word.js'

/** In bytes: below, even a small write may fail. */
const least = 20_000_000

/** Free room against what a memory of that size needs to be rebuilt or copied. Pure. */
export function roomOutcome(free: number, size: number, folder: string): Outcome {
  const detail = `${megabytes(free)} are free on the disk of ${folder}`
  if (free >= Math.max(least, size)) return fine(detail)
  const fix = `du -xh ${shellWord(folder)} | sort -h | tail`
  if (free < least) return failure({ detail, cause: 'hardly anything more can be written', fix })
  return warning({ detail, cause: `less than the database itself takes up, ${megabytes(size)}`, fix })
}

/** Room on the disk. */
export const disk: Probe = {
  name: 'disk',
  look({ path }) {
    const room = roomFor(path)
    return room === undefined ? [] : [roomOutcome(room.free, storeSize(path).file, room.folder)]
  },
}

/** The log beside the database, which grows while somebody keeps reading. */
export const log: Probe = {
  name: 'log',
  look({ path, flags }) {
    if (path === ':memory:' || !existsSync(path)) return []
    const { log: size, isLogTooLong } = storeSize(path)
    const detail = `the log beside the database has ${megabytes(size)}`
    if (!isLogTooLong) return [fine(detail)]
    const cause = 'a program has kept it open and reading for long: end that first'
    return [warning({ detail, cause, fix: ownCommand('index', flags) })]
  },
}
