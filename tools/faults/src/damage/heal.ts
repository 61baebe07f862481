import { join } from 'node:path'
import { failedFindings, followFix, isRunnable, judgeDoctor, searchSentinels } from '../judge.ts'
import { isInFile } from '../notes.ts'
import { jsonOf, saidBy, type Finding } from '../program.ts'
import type { CaseLog } from '../run-suite.ts'
import { withProvider, type World } from '../world.ts'
import type { Healthy } from './healthy.ts'
import type { Kind } from './kind.ts'

/** What lay on the pages that were damaged. */
export interface Hit {
  readonly vectors: ReadonlySet<string>
  /** Whether a page that names the notes' folder was hit. */
  readonly hasFolders: boolean
}

interface Damaged {
  readonly healthy: Healthy
  readonly kind: Kind
  readonly log: CaseLog
  readonly number: number
  readonly hit: Hit
}

const repair = ['doctor', '--repair', '--json', ...withProvider]

/** Does what a user would, and judges each step: looks, searches, repairs, indexes, searches again. */
export async function healAfter(damaged: Damaged): Promise<void> {
  const { healthy, kind, log, number, hit } = damaged
  const { world } = healthy
  await searchSentinels(healthy, log)
  // Every third case looks further; the others save the time of two processes.
  if (number % 3 === 0) await judgeGet(damaged)
  if (number % 3 === 1) await world.run(log, ['doctor', ...withProvider])
  const isHealed = await bringBack({
    world,
    log,
    mayRefuse: kind.mayRefuse === true || hit.hasFolders,
    look: () => indexAndSearch(damaged),
    otherwise: (state) => nameFolder(damaged, state),
  })
  if (isHealed) await judgeHealed(damaged)
}

async function judgeGet({ healthy: { world, notes }, log }: Damaged): Promise<void> {
  const path = notes[0]?.path ?? ''
  const run = await world.run(log, ['get', path])
  if (run.exitCode === 0 && !isInFile(join(world.notesFolder, path), run.stdout.trim()))
    log.lost.push(`get shows what ${path} does not contain: ${run.stdout.slice(0, 120)}`)
}

/** How often the commands that the program names are followed. */
const mostRounds = 4

/** What is brought back. */
export interface Recovery {
  readonly world: World
  readonly log: CaseLog
  /** Whether a refusal may be final: the program cannot know what is its own. */
  readonly mayRefuse: boolean
  /** Null where all is back, or else what is missing. */
  look(): Promise<string | null>
  /** Where something is missing although the program finds nothing wrong. */
  otherwise(state: string): Promise<boolean> | boolean
}

/** Looks; where something is missing, repairs and follows the commands that the program names. */
export async function bringBack(recovery: Recovery): Promise<boolean> {
  const { world, log } = recovery
  let failed = failedFindings(await world.run(log, repair))
  for (let round = 0; round < mostRounds; round += 1) {
    const state = await recovery.look()
    if (state === null) {
      log.outcome = round === 0 ? 'healed' : 'healed by commands that were named'
      return true
    }
    if (failed.length === 0) return recovery.otherwise(state)
    const next = failed.flatMap(({ fix }) => fix ?? []).filter(isRunnable)
    if (next.length === 0) return judgeRefusal(recovery, { failed, state })
    for (const fix of next) log.runs.push(await followFix(fix, world))
    failed = failedFindings(await world.run(log, repair))
  }
  return judgeRefusal(recovery, { failed, state: `still not after ${mostRounds} rounds of named commands` })
}

/** A refusal says why and what to do. */
function judgeRefusal(
  { mayRefuse, log }: Recovery,
  { failed, state }: { failed: readonly Finding[]; state: string },
): boolean {
  log.outcome = 'refused for a stated reason'
  const isStated = failed.length > 0 && failed.every(({ cause, fix }) => cause && fix)
  const fixes = failed.map(({ fix }) => fix).join(' ; ')
  if (!isStated) log.deadEnds.push(`refused without reason and fix: ${state}`)
  else if (!mayRefuse) log.deadEnds.push(`no named command leads back: ${fixes}; ${state}`)
  return false
}

/** Indexes, and searches for every note. */
async function indexAndSearch({ healthy, log }: Damaged): Promise<string | null> {
  const index = await healthy.world.run(log, ['index', ...withProvider])
  const { missing, said } = await searchSentinels(healthy, log)
  if (index.exitCode === 0 && missing === 0) return null
  return `${missing} of ${healthy.notes.length} notes are not found; ${saidBy(index)}; ${said}`
}

/** Names the folder again, as a user does whose database is gone: it alone knew the folders. */
async function nameFolder({ healthy, kind, log, hit }: Damaged, missing: string): Promise<boolean> {
  const { world } = healthy
  const index = await world.run(log, ['index', world.notesFolder, ...withProvider])
  const search = await searchSentinels(healthy, log)
  log.outcome = 'healed, the folder named again'
  if (index.exitCode !== 0 || search.missing > 0) {
    log.deadEnds.push(`naming the folder again does not lead back: ${saidBy(index)}; ${search.said}`)
    return false
  }
  const mayForget = hit.hasFolders || kind.mayRefuse
  if (!mayForget) log.lost.push(`the folder, though the page that names it was not hit, or ${missing}`)
  return true
}

async function judgeHealed({ healthy, kind, log, hit }: Damaged): Promise<void> {
  const { provider, pages } = healthy
  await judgeDoctor(healthy, log)
  const asked = provider.timesAsked()
  const again = [...pages.keys()].filter((text) => asked.has(text) && !hit.vectors.has(text))
  if (again.length > 0)
    log.lost.push(
      `${again.length} texts of ${pages.size} were embedded again though their vectors lay on pages that were not hit (${hit.vectors.size} lay on pages that were)`,
    )
  if (kind.name.includes('by SQL') && kind.name.includes('vector')) await probeVectors(healthy, log)
}

/** Asks for texts by their own vectors: the chunk of each must come first. */
async function probeVectors({ world, provider, pages }: Healthy, log: CaseLog): Promise<void> {
  const asFound = ['--text-weight', '0', '--limit', '1', '--threshold', '0', '--json', ...withProvider]
  for (const [number, text] of [...pages.keys()].slice(0, 60).entries()) {
    if (number % 12 !== 0) continue
    provider.alias(`probe ${number}`, text)
    const run = await world.run(log, ['search', `probe ${number}`, ...asFound])
    // What is embedded is a piece of a chunk, behind its title; what is shown is the whole chunk.
    const piece = text.trim().slice(-100)
    if (jsonOf(run)?.results?.[0]?.text.includes(piece) !== true)
      log.lost.push(`the vector of another text is stored for: ${text.slice(0, 60)}`)
  }
}
