import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { listTree } from '../fingerprint.js'
import { saidBy } from '../judge-run.js'
import { failedFindings, searchSentinels, withProvider } from '../world.js'

/** @typedef {import('../case-log.js').CaseLog} CaseLog */

/**
 * Files of the program, without the notes.
 * @param {import('../world.js').World} world
 */
export function filesOf(world) {
  const places = ['data', 'home', 'copies', 'tmp']
  const paths = places.flatMap((place) =>
    listTree(join(world.folder, place)).map((path) => join(place, path)),
  )
  // A repair keeps what it set aside, and says where.
  return paths.filter((path) => !/\.damaged-\d+|(?:^|\/)trace$/.test(path))
}

/** How many requests the program has under way at once, as ARCHITECTURE.md says: what is lost with one batch of them. */
const requestsAtOnce = 4

/**
 * Texts that were sent but whose vectors the killed process may not have stored: those of requests without an answer, and
 * of the last that were answered.
 * @param {import('../provider.js').Provider} provider
 */
export function requestsUnderWay({ requests }) {
  const batches = requests.filter(({ texts }) => texts.length > 1)
  const open = batches.filter(({ isAnswered }) => !isAnswered)
  const last = batches.filter(({ isAnswered }) => isAnswered).slice(open.length - requestsAtOnce)
  return new Set([...open, ...(open.length < requestsAtOnce ? last : [])].flatMap(({ texts }) => texts))
}

/** @type {readonly (readonly (readonly string[])[])[]} what users do next; none of it is a remedy */
const nextSteps = [[['status']], [['search', 'harbour', '--json']], []]

/**
 * @typedef {object} Killed
 * @property {import('./kills.js').Hall} hall
 * @property {import('./phases.js').Phase | import('./kills.js').StayingPhase} phase
 * @property {CaseLog} log
 * @property {ReadonlySet<string>} underWay texts that may be embedded again
 * @property {number} number of the case
 * @property {import('./phases.js').Stage} stage
 */

/**
 * The next command works without a manual step, all is found, nothing is paid for twice, nothing stays behind.
 * @param {Killed} killed
 */
export async function judgeAfterKill(killed) {
  const { hall, log } = killed
  const { world, notes, usualFiles } = hall
  log.outcome = 'went on'
  await goOn(killed)
  const { missing, said } = await searchSentinels(world, log, { notes })
  if (missing.length > 0) log.lost.push(`${missing.length} of ${notes.length} notes are not found; ${said}`)
  judgeRequests(killed)
  const deep = await world.run(log, ['doctor', '--deep', '--json', ...withProvider])
  const failed = failedFindings(deep).map(({ detail }) => detail)
  if (deep.exitCode !== 0) log.lost.push(`doctor --deep: ${failed.join('; ') || saidBy(deep)}`)
  const left = filesOf(world).filter((path) => !usualFiles.has(path) && path !== 'copies/copy.sqlite')
  if (left.length > 0) log.deadEnds.push(`files stay behind for ever: ${left.join(', ')}`)
}

/**
 * What the user does next, each of which has to work.
 * @param {Killed} killed
 */
async function goOn({ hall: { world }, phase, log, number, stage }) {
  const first = existsSync(world.database) ? (nextSteps[number % nextSteps.length] ?? []) : []
  const again = phase.afterwards?.(stage) ?? []
  for (const args of [...first, ...again, ['index', world.notesFolder, ...withProvider]]) {
    const run = await world.run(log, args)
    // Before a folder was indexed, a search may say just that.
    const isEmpty = first.includes(args) && /NO_ROOTS|nothing/i.test(saidBy(run))
    if (run.exitCode !== 0 && !isEmpty)
      log.deadEnds.push(`${run.command} fails after the kill: ${saidBy(run)}`)
  }
}

/** @param {Killed} killed */
function judgeRequests({ hall: { provider }, phase, log, underWay }) {
  const canaries = new Set(
    provider.requests.filter(({ texts }) => texts.length === 1).flatMap(({ texts }) => texts),
  )
  const repeated = [...provider.timesAsked()].filter(([text, times]) => times > 1 && !canaries.has(text))
  log.count('texts sent', provider.requests.flatMap(({ texts }) => texts).length)
  log.count('texts sent twice', repeated.length)
  if (phase.mayEmbedAgain) return
  const beyond = repeated.filter(([text, times]) => times > 2 || !underWay.has(text))
  if (beyond.length > 0)
    log.lost.push(
      `${beyond.length} texts were embedded twice beyond the batches under way (${underWay.size} texts)`,
    )
}
