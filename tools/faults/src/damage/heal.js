import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { followFix, isRunnable } from '../follow-fix.js'
import { jsonOf, saidBy } from '../judge-run.js'
import { isInFile } from '../notes.js'
import { failedFindings, searchSentinels, withProvider } from '../world.js'

/** @typedef {import('../case-log.js').CaseLog} CaseLog */

/**
 * @typedef {object} Hit what lay on the pages that were damaged
 * @property {ReadonlySet<string>} vectors texts whose vectors lay there
 * @property {boolean} hasFolders whether a page that names the notes' folder was hit
 */

/**
 * @typedef {object} Damaged
 * @property {import('./make-templates.js').Healthy} healthy
 * @property {import('./kinds.js').Kind} kind
 * @property {CaseLog} log
 * @property {number} number of the case
 * @property {Hit} hit
 * @property {{ path: string, text: string }} outside a file that must stay as it is and appear nowhere
 */

/**
 * Does what a user would, and judges each step: looks, searches, repairs, indexes, searches again.
 * @param {Damaged} damaged
 */
export async function healAfter(damaged) {
  const { healthy, log, number, outside } = damaged
  const { world, notes } = healthy
  await searchSentinels(world, log, { notes })
  // Every third case looks further; the others save the time of two processes.
  if (number % 3 === 0) await judgeGet(damaged)
  if (number % 3 === 1) await world.run(log, ['doctor', ...withProvider])
  const repair = await world.run(log, ['doctor', '--repair', '--json', ...withProvider])
  const isHealed = await bringBack(damaged, failedFindings(repair))
  if (isHealed) await judgeHealed(damaged)
  if (readFileSync(outside.path, 'utf8') !== outside.text) log.leaked.push(`${outside.path} was changed`)
  if (log.runs.some(({ stdout, stderr }) => `${stdout}${stderr}`.includes('outsidecanaryword')))
    log.leaked.push('a file outside was shown')
}

/** @param {Damaged} damaged */
async function judgeGet({ healthy: { world, notes }, log }) {
  const [{ path }] = /** @type {[import('../notes.js').Note]} */ (notes)
  const run = await world.run(log, ['get', path])
  if (run.exitCode === 0 && !isInFile(join(world.notesFolder, path), run.stdout.trim()))
    log.lost.push(`get shows what ${path} does not contain: ${run.stdout.slice(0, 120)}`)
}

/**
 * Indexes; where that is refused, follows the commands that the program names.
 * @param {Damaged} damaged
 * @param {readonly import('../world.js').Finding[]} findings
 */
async function bringBack(damaged, findings) {
  const { healthy, log } = damaged
  const { world, notes } = healthy
  let failed = findings
  for (let round = 0; round < mostRounds; round += 1) {
    const index = await world.run(log, ['index', ...withProvider])
    const { missing, said } = await searchSentinels(world, log, { notes })
    if (index.exitCode === 0 && missing.length === 0) {
      log.outcome = round === 0 ? 'healed' : 'healed by commands that were named'
      return true
    }
    const state = `${missing.length} of ${notes.length} notes are not found; ${saidBy(index)}; ${said}`
    if (failed.length === 0) return nameFolder(damaged, state)
    const next = failed.flatMap(({ fix }) => fix ?? []).filter(isRunnable)
    if (next.length === 0) return judgeRefusal(damaged, { failed, state })
    for (const fix of next) log.runs.push(await followFix(fix, world))
    failed = failedFindings(await world.run(log, ['doctor', '--repair', '--json', ...withProvider]))
  }
  return judgeRefusal(damaged, { failed, state: `still not after ${mostRounds} rounds of named commands` })
}

/** How often the commands that the program names are followed. */
const mostRounds = 4

/**
 * A refusal says why and what to do; it is final only where the program cannot know what is its own.
 * @param {Damaged} damaged
 * @param {{ failed: readonly import('../world.js').Finding[], state: string }} refusal
 */
function judgeRefusal({ kind, log, hit }, { failed, state }) {
  log.outcome = 'refused for a stated reason'
  const isStated = failed.length > 0 && failed.every(({ cause, fix }) => cause && fix)
  const fixes = failed.map(({ fix }) => fix).join(' ; ')
  if (!isStated) log.deadEnds.push(`refused without reason and fix: ${state}`)
  else if (!kind.mayRefuse && !hit.hasFolders)
    log.deadEnds.push(`no named command leads back: ${fixes}; ${state}`)
  return false
}

/**
 * Names the folder again, as a user does whose database is gone: it alone knew the folders.
 * @param {Damaged} damaged
 * @param {string} missing what is not found after repair and index
 */
async function nameFolder({ healthy: { world, notes }, kind, log, hit }, missing) {
  const index = await world.run(log, ['index', world.notesFolder, ...withProvider])
  const search = await searchSentinels(world, log, { notes })
  log.outcome = 'healed, the folder named again'
  if (index.exitCode !== 0 || search.missing.length > 0) {
    log.deadEnds.push(`naming the folder again does not lead back: ${saidBy(index)}; ${search.said}`)
    return false
  }
  const mayForget = hit.hasFolders || kind.mayRefuse
  if (!mayForget) log.lost.push(`the folder, though the page that names it was not hit, or ${missing}`)
  return true
}

/** @param {Damaged} damaged */
async function judgeHealed({ healthy, kind, log, hit }) {
  const { world, provider, pages } = healthy
  const deep = await world.run(log, ['doctor', '--deep', '--json', ...withProvider])
  const failed = failedFindings(deep)
  if (deep.exitCode !== 0 || failed.length > 0)
    log.deadEnds.push(
      `doctor --deep is not clean after the repair: ${failed.map(({ name, detail }) => `${name}: ${detail}`).join('; ') || saidBy(deep)}`,
    )
  const asked = provider.timesAsked()
  const again = [...pages.keys()].flatMap((text) => Array.from({ length: asked.get(text) ?? 0 }, () => text))
  const tooMany = again.length - again.filter((text) => hit.vectors.has(text)).length
  log.count('texts embedded again', again.length)
  log.count('texts whose vectors lay on pages that were hit', hit.vectors.size)
  if (tooMany > 0)
    log.lost.push(
      `${tooMany} texts of ${pages.size} were embedded again though their vectors lay on pages that were not hit (${hit.vectors.size} lay on pages that were)`,
    )
  if (kind.name.includes('by SQL') && kind.name.includes('vector')) await probeVectors(healthy, log)
}

/**
 * Asks for texts by their own vectors: each must come first, with full similarity.
 * @param {import('./make-templates.js').Healthy} healthy
 * @param {CaseLog} log
 */
async function probeVectors({ world, provider, pages }, log) {
  for (const [number, text] of [...pages.keys()].slice(0, 60).entries()) {
    if (number % 12 !== 0) continue
    provider.alias(`probe ${number}`, text)
    const run = await world.run(log, [
      'search',
      `probe ${number}`,
      '--text-weight',
      '0',
      '--limit',
      '1',
      '--threshold',
      '0',
      '--json',
      ...withProvider,
    ])
    const found = jsonOf(run)?.results?.[0]?.text
    if (typeof found !== 'string' || !text.includes(found.trim().slice(-100)))
      log.lost.push(`the vector of another text is stored for: ${text.slice(0, 60)}`)
  }
}
