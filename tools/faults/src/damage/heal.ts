import { existsSync } from 'node:fs'
import { failedFindings, followFix, isRunnable, judgeDoctor, searchSentinels } from '../judge.ts'
import { saidBy, type Finding } from '../program.ts'
import { recordsIn } from '../records/ledger.ts'
import { judgeRecords, type Judged } from '../records/record-hall.ts'
import { vectorBytes } from '../provider.ts'
import { withProvider } from '../world.ts'
import type { Kind } from './kinds.ts'
import type { Pages } from './pages.ts'

/** A memory that was damaged. */
export interface Damaged extends Judged {
  readonly kind: Kind
  readonly isOfRecords: boolean
  readonly texts: readonly string[]
  /** What became of the pages of its files. */
  readonly pages: { readonly index: Pages; readonly records: Pages }
}

const repair = ['doctor', '--repair', '--json', ...withProvider]

/** How often the commands that the program names are followed. */
const maxRounds = 4

/** Does what a user would, and judges each step: looks, repairs, indexes, follows the commands that are named, looks again. */
export async function healAfter(damaged: Damaged): Promise<void> {
  const { hall, log } = damaged
  await judgeSilence(damaged)
  await searchSentinels(hall, log)
  let failed = failedFindings(await hall.world.run(log, repair))
  for (let round = 0; round < maxRounds; round += 1) {
    const state = await look(damaged)
    if (state === null) {
      log.outcome = round === 0 ? 'healed' : 'healed by commands that were named'
      return judgeHealed(damaged)
    }
    const fixes = failed.flatMap(({ fix }) => fix ?? []).filter(isRunnable)
    if (failed.length === 0) return nameFolder(damaged, state)
    if (fixes.length === 0) return judgeRefusal(damaged, failed, state)
    for (const fix of new Set(fixes)) log.runs.push(await followFix(fix, hall.world))
    failed = failedFindings(await hall.world.run(log, repair))
  }
  judgeRefusal(damaged, failed, `still not after ${maxRounds} rounds of named commands`)
}

/** Indexes, and looks for every note and for the records; null where all can be read. */
async function look({ hall, log }: Damaged): Promise<string | null> {
  const index = await hall.world.run(log, ['index', ...withProvider])
  const { missing, said } = await searchSentinels(hall, log)
  const exported = await hall.world.run(log, ['export'])
  if (index.exitCode === 0 && missing === 0 && exported.exitCode === 0) return null
  return `${missing} of ${hall.notes.length} notes are not found; ${saidBy(index)}; ${said}; ${saidBy(exported)}`
}

/** A refusal says why and what to do. */
function judgeRefusal(
  { kind, isOfRecords, hall, pages, log }: Damaged,
  failed: readonly Finding[],
  state: string,
): void {
  log.outcome = 'refused for a stated reason'
  const mayRefuse =
    kind.mayRefuse === true ||
    (isOfRecords ? pages.records.areAllGone() : pages.index.isHit(hall.world.notesFolder))
  if (!failed.every(({ cause, fix }) => cause && fix))
    log.deadEnds.push(`refused without reason and fix: ${state}`)
  else if (!mayRefuse)
    log.deadEnds.push(`no named command leads back: ${failed.map(({ fix }) => fix).join(' ; ')}; ${state}`)
}

/** Names the folder again, as a user does whose index is gone: only the index had the folders. */
async function nameFolder(damaged: Damaged, state: string): Promise<void> {
  const { hall, kind, pages, log } = damaged
  const { world } = hall
  const index = await world.run(log, ['index', world.notesFolder, ...withProvider])
  const { missing, said } = await searchSentinels(hall, log)
  log.outcome = 'healed, the folder named again'
  if (!kind.mayRefuse && !pages.index.isHit(world.notesFolder))
    log.lost.push(`the folder, though the page that names it was not hit, or ${state}`)
  if (index.exitCode === 0 && missing === 0) return judgeHealed(damaged)
  log.deadEnds.push(`naming the folder again does not lead back: ${saidBy(index)}; ${said}`)
}

async function judgeHealed(damaged: Damaged): Promise<void> {
  const { hall, isOfRecords, texts, pages, ledger, log } = damaged
  const asked = hall.provider.timesAsked()
  const again = texts.filter((text) => asked.has(text) && !pages.index.isHit(vectorBytes(text)))
  if (again.length > 0)
    log.lost.push(`${again.length} texts were embedded again though the pages of their vectors were not hit`)
  const missing = await missingRecords(damaged)
  const wrong = missing.filter(pages.records.isSound)
  if (wrong.length > 0) log.lost.push(`${wrong.length} records on sound pages are lost, such as ${wrong[0]}`)
  judgeSaid(damaged, missing)
  ledger.release(missing)
  if (isOfRecords) await judgeRecords(damaged)
  else await judgeDoctor(hall, log)
}

async function missingRecords({ hall, ledger, log }: Damaged): Promise<string[]> {
  const run = await hall.world.run(log, ['export'])
  const there = new Set(run.exitCode === 0 ? recordsIn(run).map(({ content }) => content) : [])
  return ledger.promised.filter((text) => !there.has(text))
}

/** What `doctor` says of a file of records that was removed or replaced. */
const vanished = /(\d+) records? of the index are not in/

/** What an export leaves out without a word, `doctor` must find. */
async function judgeSilence(damaged: Damaged): Promise<void> {
  const { hall, log } = damaged
  if (!damaged.isOfRecords || (await missingRecords(damaged)).length === 0 || log.runs.at(-1)?.exitCode !== 0)
    return
  const run = await hall.world.run(log, ['doctor', '--json', ...withProvider])
  if (!vanished.test(run.stdout)) log.lost.push('neither export nor doctor says that records are gone')
}

/** A loss is said with its number, or that it cannot be told, and where the damaged file is. */
function judgeSaid({ log }: Damaged, { length }: readonly string[]): void {
  if (length === 0) return
  const said = log.runs.map(({ stdout }) => stdout).join('\n')
  const [, number, aside = ''] = /(\d+) records? lost; the damaged file is now ([^"]+)"/.exec(said) ?? []
  const [, unknown] = vanished.exec(said) ?? []
  const isTold = Number(number) === length || said.includes('whether others were lost cannot be told')
  if (Number(unknown) !== length && !(isTold && existsSync(aside)))
    log.lost.push(`${length} records are lost, and it is said of ${number ?? unknown}, kept in ${aside}`)
}
