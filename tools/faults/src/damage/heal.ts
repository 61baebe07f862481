import { existsSync } from 'node:fs'
import { failedFindings, followFix, isRunnable, judgeDoctor, searchSentinels } from '../judge.ts'
import { saidBy, type Finding } from '../program.ts'
import { recordsIn } from '../records/ledger.ts'
import { judgeRecords, type Judged } from '../records/record-hall.ts'
import { vectorBytes } from '../provider.ts'
import { withProvider } from '../world.ts'
import type { Kind } from './kinds.ts'
import type { Pages } from './pages.ts'

/** A damaged memory. */
export interface Damaged extends Judged {
  readonly kind: Kind
  readonly isOfRecords: boolean
  readonly texts: readonly string[]
  /** The changed pages of its files. */
  readonly pages: { readonly index: Pages; readonly records: Pages }
}

const repair = ['doctor', '--repair', '--json', ...withProvider]

/** The maximum number of rounds of following suggested commands. */
const maxRounds = 4

/** Acts like a user and judges each step: checks, repairs, indexes, follows suggested commands, checks again. */
export async function healAfter(damaged: Damaged): Promise<void> {
  const { hall, log } = damaged
  await judgeSilence(damaged)
  await searchSentinels(hall, log)
  let failed = failedFindings(await hall.world.run(log, repair))
  for (let round = 0; round < maxRounds; round += 1) {
    const state = await look(damaged)
    if (state === null) {
      log.outcome = round === 0 ? 'healed' : 'healed by suggested commands'
      return judgeHealed(damaged)
    }
    const fixes = failed.flatMap(({ fix }) => fix ?? []).filter(isRunnable)
    if (failed.length === 0) return nameFolder(damaged, state)
    if (fixes.length === 0) return judgeRefusal(damaged, failed, state)
    for (const fix of new Set(fixes)) log.runs.push(await followFix(fix, hall.world))
    failed = failedFindings(await hall.world.run(log, repair))
  }
  judgeRefusal(damaged, failed, `still not after ${maxRounds} rounds of suggested commands`)
}

/** Indexes, and searches all notes and records. Returns the problem; null if all are readable. */
async function look({ hall, log }: Damaged): Promise<string | null> {
  const index = await hall.world.run(log, ['index', ...withProvider])
  const { missing, said } = await searchSentinels(hall, log)
  const exported = await hall.world.run(log, ['export'])
  if (index.exitCode === 0 && missing === 0 && exported.exitCode === 0) return null
  return `${missing} of ${hall.notes.length} notes are not found; ${saidBy(index)}; ${said}; ${saidBy(exported)}`
}

/** An error must state the reason and the remedy. */
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
    log.deadEnds.push(`rejected without reason and fix: ${state}`)
  else if (!mayRefuse)
    log.deadEnds.push(`no suggested command helps: ${failed.map(({ fix }) => fix).join(' ; ')}; ${state}`)
}

/** Adds the folder again, like a user whose index is lost, because only the index stores the folders. */
async function nameFolder(damaged: Damaged, state: string): Promise<void> {
  const { hall, kind, pages, log } = damaged
  const { world } = hall
  const index = await world.run(log, ['index', world.notesFolder, ...withProvider])
  const { missing, said } = await searchSentinels(hall, log)
  log.outcome = 'healed by adding the folder again'
  if (!kind.mayRefuse && !pages.index.isHit(world.notesFolder))
    log.lost.push(`the folder, although the page with its name is intact, or ${state}`)
  if (index.exitCode === 0 && missing === 0) return judgeHealed(damaged)
  log.deadEnds.push(`adding the folder again does not help: ${saidBy(index)}; ${said}`)
}

async function judgeHealed(damaged: Damaged): Promise<void> {
  const { hall, isOfRecords, texts, pages, ledger, log } = damaged
  const requests = hall.provider.timesAsked()
  const again = texts.filter((text) => requests.has(text) && !pages.index.isHit(vectorBytes(text)))
  if (again.length > 0)
    log.lost.push(`${again.length} texts were embedded again, although the pages of their vectors are intact`)
  const missing = await missingRecords(damaged)
  const wrong = missing.filter(pages.records.isSound)
  if (wrong.length > 0) log.lost.push(`${wrong.length} records on intact pages are lost, such as ${wrong[0]}`)
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

/** The message of `doctor` about a removed or replaced file of records. */
const vanished = /(\d+) records? of the index are missing in/

/** `doctor` must find what an export omits silently. */
async function judgeSilence(damaged: Damaged): Promise<void> {
  const { hall, log } = damaged
  if (!damaged.isOfRecords || (await missingRecords(damaged)).length === 0 || log.runs.at(-1)?.exitCode !== 0)
    return
  const run = await hall.world.run(log, ['doctor', '--json', ...withProvider])
  if (!vanished.test(run.stdout)) log.lost.push('neither export nor doctor reports missing records')
}

/** A loss must be reported with its number, or that it is unknown, and the path of the damaged file. */
function judgeSaid({ log }: Damaged, { length }: readonly string[]): void {
  if (length === 0) return
  const said = log.runs.map(({ stdout }) => stdout).join('\n')
  const [, number, aside = ''] =
    /(\d+) records? lost; the damaged file was renamed to ([^"]+)"/.exec(said) ?? []
  const [, unknown] = vanished.exec(said) ?? []
  const isReported = Number(number) === length || said.includes('more records may be lost')
  if (Number(unknown) !== length && !(isReported && existsSync(aside)))
    log.lost.push(`${length} records are lost, reported are ${number ?? unknown}, stored in ${aside}`)
}
