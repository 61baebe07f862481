import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom, type Random } from '@recallite/test-kit/random'
import { withDatabase } from '../database.ts'
import { describe, fingerprint } from '../fingerprint.ts'
import { startMcp } from '../mcp-session.ts'
import { vectorBytes } from '../provider.ts'
import { makeText } from '../records/ledger.ts'
import { beginningOf, makeRecordHall, type RecordHall } from '../records/record-hall.ts'
import { FaultsError, inTurn, interleave, type Bench, type CaseLog, type Suite } from '../run-suite.ts'
import { withProvider } from '../world.ts'
import { healAfter, type Damaged } from './heal.ts'
import { bytesKinds, foreignKinds } from './kinds.ts'
import { rememberPages } from './pages.ts'
import { sqlKinds } from './sql-kinds.ts'
import { makeWriteCases } from './writes.ts'

export const damage: Suite = { name: 'damage', small: 18, spread: 7, full: 600, prepare }

const kinds = interleave(bytesKinds, sqlKinds, foreignKinds)
const recordKinds = kinds.filter(({ isOfIndex }) => !isOfIndex)

/** The initial state of all cases. */
interface Ward {
  readonly hall: RecordHall
  readonly seed: number
  /** The index and the file of records. */
  readonly files: readonly [string, string]
  /** Texts with vectors in the index. */
  readonly texts: readonly string[]
  /** The template of a memory with logs, because its server was killed; and its last stored records. */
  readonly logged: { readonly template: string; readonly records: readonly string[] }
}

async function prepare({ folder, seed }: { folder: string; seed: number }): Promise<Bench> {
  const hall = await makeRecordHall(folder, { seed, files: 20, sections: 3, records: 125 })
  const { world, provider, templates } = hall
  const files = [world.database, join(world.dataFolder, 'memory.records.sqlite')] as const
  // Puts each row on one page: split pages would retain bytes of moved rows.
  for (const file of files)
    withDatabase(file, (database) => database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)'))
  const pages = rememberPages(world.database)()
  const embedded = [...provider.timesAsked().keys()]
  // Forgets the texts that the program embedded to test the model.
  provider.forget()
  await world.prepare(['doctor', ...withProvider])
  const texts = embedded.filter(
    (text) => !provider.timesAsked().has(text) && pages.isSound(vectorBytes(text)),
  )
  if (texts.length < hall.notes.length) throw new FaultsError('The database does not contain the vectors.')
  world.saveAs(templates.indexed)
  const logged = { template: join(folder, 'logged'), records: await makeLogged(hall, files, seed) }
  world.saveAs(logged.template)
  world.restore(templates.indexed)
  const ward = { hall, seed, files, texts, logged }
  const writeCase = makeWriteCases(hall, seed)
  return {
    nameOf: (number) => caseAt(ward, writeCase, number).name,
    runCase: (number, log) => caseAt(ward, writeCase, number).run(log),
    close: () => provider.close(),
  }
}

/** Of four cases, two damage the index and one the records; in one a write fails. */
function caseAt(ward: Ward, writeCase: ReturnType<typeof makeWriteCases>, number: number) {
  const [turn, part] = [Math.floor(number / 4), number % 4]
  if (part === 3) return writeCase(turn)
  const isOfRecords = part === 2
  const kind = isOfRecords ? inTurn(recordKinds, turn) : inTurn(kinds, 2 * turn + part)
  const file = ward.files[isOfRecords ? 1 : 0]
  const random = createRandom(ward.seed, 'damage', number)
  const name = `${isOfRecords ? 'records' : 'index'}: ${kind.name}`
  return { name, run: (log: CaseLog) => damageAndHeal(ward, { kind, file, isOfRecords, random }, log) }
}

async function damageAndHeal(
  { hall, files, texts, logged }: Ward,
  { file, ...about }: Pick<Damaged, 'kind' | 'isOfRecords' | 'random'> & { readonly file: string },
  log: CaseLog,
): Promise<void> {
  const { world, provider, templates } = hall
  const { kind, random } = about
  world.restore(kind.needsLog ? logged.template : templates.indexed)
  const outside = join(world.folder, 'outside', 'canary.md')
  const outsideText = 'This file is not the memory’s. The word of it is outsidecanaryword.\n'
  mkdirSync(join(world.folder, 'outside'))
  writeFileSync(outside, outsideText)
  provider.forget()
  const before = fingerprint(world.dataFolder)
  const [index, records] = [rememberPages(files[0]), rememberPages(files[1])]
  kind.injure({ file, notesFolder: world.notesFolder, random, outside, texts })
  log.isInjected = fingerprint(world.dataFolder) !== before
  if (!log.isInjected) return
  const ledger = beginningOf(hall, kind.needsLog ? logged.records : [])
  const pages = { index: index(), records: records() }
  const foreign = kind.isForeign ? describe(file) : undefined
  await healAfter({ ...about, hall, log, ledger, texts, pages })
  if (foreign !== undefined && describe(file) !== foreign)
    log.lost.push(`${file} of another program was changed`)
  if (readFileSync(outside, 'utf8') !== outsideText) log.leaked.push(`${outside} was changed`)
  if (log.runs.some(({ stdout, stderr }) => `${stdout}${stderr}`.includes('outsidecanaryword')))
    log.leaked.push('a file outside was shown')
}

/** Lets a server index changes and store records, and kills it to leave its writes in the logs. Returns the records. */
async function makeLogged(
  { world, notes, templates }: RecordHall,
  files: readonly string[],
  seed: number,
): Promise<string[]> {
  world.restore(templates.indexed)
  const random: Random = createRandom(seed, 'logged')
  const records = Array.from({ length: 5 }, () => makeText(random))
  const session = await startMcp([...withProvider, '--db', world.database], world)
  for (const { path } of notes.slice(0, 4))
    appendFileSync(join(world.notesFolder, path), '\nOne more line about the harbour.\n')
  await session.call('memory_search', { query: 'harbour' })
  for (const content of records) await session.call('memory_remember', { content })
  if (session.pid !== null) process.kill(session.pid, 'SIGKILL')
  await session.close()
  if (files.every(hasLog)) return records
  throw new FaultsError('A killed server left no write-ahead logs to damage.')
}

function hasLog(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 4096
}
