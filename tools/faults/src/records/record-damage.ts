import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from '@recallite/test-kit/random'
import { kinds as allKinds, makeBench } from '../damage/damage.ts'
import { bringBack } from '../damage/heal.ts'
import { withDatabase } from '../database.ts'
import { readRegular } from '../fingerprint.ts'
import { startMcp } from '../mcp-session.ts'
import { saidBy } from '../program.ts'
import { FaultsError, type Bench, type Suite } from '../run-suite.ts'
import { withProvider } from '../world.ts'
import { makeText, recordsIn, wordOf } from './ledger.ts'
import { beginningOf, judgeRecords, makeRecordHall, type Judged, type RecordHall } from './record-hall.ts'

export const recordDamage: Suite = { name: 'record-damage', small: 6, spread: 11, full: 200, prepare }

/** Those that find something to damage in a file without vectors, folders and triggers. */
const kinds = allKinds.filter(({ name }) => !/vector|folder’s path|files’ paths|missing trigger/.test(name))

async function prepare({ folder, seed }: { folder: string; seed: number }): Promise<Bench> {
  const hall = await makeRecordHall(folder, { seed, records: 245 })
  const { world, provider, templates } = hall
  const file = join(world.dataFolder, 'memory.records.sqlite')
  withDatabase(file, (database) => database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)'))
  const closedPieces = piecesOf(file)
  world.saveAs(templates.indexed)
  const texts = await makeLogged(hall, file, seed)
  const loggedPieces = piecesOf(file)
  const logged = join(folder, 'logged')
  world.saveAs(logged)
  return makeBench(kinds, {
    world: Object.create(world, { database: { value: file } }),
    provider,
    seed,
    closed: templates.indexed,
    logged,
    texts,
    heal: async ({ kind, log, random }) => {
      const ledger = beginningOf(hall, kind.needsLog ? texts : [])
      const now = piecesOf(file)
      const same = [...(kind.needsLog ? loggedPieces : closedPieces)].filter(
        ([name, bytes]) => now.get(name)?.equals(bytes) === true,
      )
      const isSound = (text: string) => same.some(([, bytes]) => bytes.includes(wordOf(text)))
      const mayRefuse = kind.mayRefuse === true || same.length === 0
      await healRecords({ hall, ledger, log, random }, { mayRefuse, isSound })
    },
  })
}

/** Has a server remember, and kills it: what it put stands in the log. */
async function makeLogged({ world, templates }: RecordHall, file: string, seed: number): Promise<string[]> {
  world.restore(templates.indexed)
  const random = createRandom(seed, 'logged')
  const texts = Array.from({ length: 5 }, () => makeText(random))
  const session = await startMcp([...withProvider, '--db', world.database], world)
  for (const content of texts) await session.call('memory_remember', { content })
  if (session.pid !== null) process.kill(session.pid, 'SIGKILL')
  await session.close()
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 4096) return texts
  throw new FaultsError('A killed server left no write-ahead log of records to damage.')
}

/** The pages of a file and of its log that hold rows of a table, by where they stand; of the log those that a later one commits. */
function piecesOf(file: string): Map<string, Buffer> {
  const pieces = new Map<string, Buffer>()
  for (const [path, head, between] of [[file, 0, 0] as const, [`${file}-wal`, 32, 24] as const]) {
    const bytes = readRegular(path) ?? readRegular(`${path}.moved`) ?? Buffer.alloc(0)
    const waiting: [string, Buffer][] = []
    for (let at = head; at < bytes.length; at += between + pageSize) {
      const piece = bytes.subarray(at, at + between + pageSize)
      // Other kinds of pages keep bytes of rows that moved.
      if (piece[between] === leafPage) waiting.push([`${between} ${at}`, piece])
      const isCommitted = between === 0 || (piece.length === between + pageSize && piece.readUInt32BE(4) > 0)
      if (isCommitted) for (const [where, committed] of waiting.splice(0)) pieces.set(where, committed)
    }
  }
  return pieces
}

const [pageSize, leafPage] = [8192, 13]

interface Hopes {
  readonly mayRefuse: boolean
  /** Whether a copy of a text stands on a page that is as it was. */
  isSound(text: string): boolean
}

/** Does what a user would; a record is missing only if no sound page has it, and the program says so. */
async function healRecords(judged: Judged, { mayRefuse, isSound }: Hopes): Promise<void> {
  const { hall, ledger, log } = judged
  const look = async () => {
    const run = await hall.world.run(log, ['export'])
    const there = new Set(run.exitCode === 0 ? recordsIn(run).map(({ content }) => content) : [])
    return { run, missing: ledger.promised.filter((text) => !there.has(text)) }
  }
  const first = await look()
  if (first.run.exitCode === 0 && first.missing.length > 0) await judgeDoctored(judged, first.missing)
  const isHealed = await bringBack({
    world: hall.world,
    log,
    mayRefuse,
    look: async () => {
      const { run } = await look()
      return run.exitCode === 0 ? null : saidBy(run)
    },
    otherwise: (state) => {
      log.lost.push(`nothing is said of ${ledger.promised.length} records that are gone: ${state}`)
      return false
    },
  })
  if (!isHealed) return
  const { missing } = await look()
  const wrong = missing.filter(isSound)
  if (wrong.length > 0) log.lost.push(`${wrong.length} records on sound pages are lost, such as ${wrong[0]}`)
  judgeSaid(judged, missing)
  ledger.release(missing)
  await judgeRecords(judged)
}

/** What an export leaves out without a word, `doctor` must find. */
async function judgeDoctored({ hall, log }: Judged, { length }: readonly string[]): Promise<void> {
  const run = await hall.world.run(log, ['doctor', '--json', ...withProvider])
  if (!vanished.test(run.stdout))
    log.lost.push(`neither export nor doctor says that ${length} records are gone`)
}

/** What `doctor` says of a file that was removed or replaced. */
const vanished = /(\d+) records? of the index are not in/

/** A loss is said with its number, or that it cannot be told, and where the damaged file is. */
function judgeSaid({ log }: Judged, missing: readonly string[]): void {
  if (missing.length === 0) return
  const said = log.runs.map(({ stdout }) => stdout).join('\n')
  const [, number, aside = ''] = /(\d+) records? lost; the damaged file is now ([^"]+)"/.exec(said) ?? []
  const [, unknown] = vanished.exec(said) ?? []
  const isTold = Number(number) === missing.length || said.includes('whether others were lost cannot be told')
  if (Number(unknown) !== missing.length && !(isTold && existsSync(aside)))
    log.lost.push(
      `${missing.length} records are lost, and it is said of ${number ?? unknown}, kept in ${aside}`,
    )
}
