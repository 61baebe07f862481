import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listTree } from '../fingerprint.js'
import { saidBy } from '../judge-run.js'
import { canaryKey } from '../world.js'
import { canary, outsideState, ownWord } from './outside.js'

/** @typedef {import('../case-log.js').CaseLog} CaseLog */

/**
 * @typedef {object} Opened a hostile folder after it was opened
 * @property {import('./kinds.js').Scene} scene
 * @property {import('./kinds.js').Kind} kind
 * @property {CaseLog} log
 * @property {string} before what lay outside
 * @property {{ trap: readonly string[], provider: readonly import('../provider.js').EmbeddingRequest[] }} sent
 */

/** Every form in which a secret could come out. @param {string} text */
const formsOf = (text) => [
  text,
  Buffer.from(text).toString('base64').slice(0, 24),
  encodeURIComponent(text),
  Buffer.from(text).toString('hex'),
]

/** @param {string} text @param {string} secret */
const holds = (text, secret) => formsOf(secret).some((form) => text.includes(form))

/** Signs that move a terminal's cursor, colour it, turn the direction of text or cannot be seen. */
const terminalSigns = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0x200e, 0x200f],
  [0x202a, 0x202e],
  [0x2066, 0x2069],
  [0xe0000, 0xe007f],
]

/** @param {string} text */
function terminalSignIn(text) {
  return [...text]
    .map((sign) => sign.codePointAt(0) ?? 0)
    .find((code) => terminalSigns.some(([from = 0, to = 0]) => code >= from && code <= to))
}

/**
 * Judges what came of a hostile folder: nothing outside may be shown, copied, sent or changed.
 * @param {Opened} opened
 */
export function judgeFolder(opened) {
  const { scene, log, before, sent } = opened
  for (const run of log.runs) judgeOutput(run, log)
  if (outsideState(scene.world) !== before)
    log.leaked.push(`files outside were changed: ${firstDifference(before, outsideState(scene.world))}`)
  for (const file of copiesOfCanary(scene)) log.leaked.push(`a file outside was read into ${file}`)
  if (sent.trap.some((request) => holds(request, canaryKey)))
    log.leaked.push('the key was sent to an address that the folder names')
  const texts = [...sent.trap, ...sent.provider.flatMap(({ texts: all }) => all)]
  if (texts.some((text) => holds(text, canary))) log.leaked.push('a file outside was sent away')
  judgeJob(opened)
}

/** @param {import('../program.js').Run} run @param {CaseLog} log */
function judgeOutput(run, log) {
  const all = `${run.stdout}\n${run.stderr}`
  if (holds(all, canary)) log.leaked.push(`${run.command}: shows a file outside`)
  if (holds(all, canaryKey)) log.leaked.push(`${run.command}: shows the key`)
  const isData =
    /--json|--format files/.test(run.command) ||
    run.command === 'recallite mcp' ||
    run.command.startsWith('recallite get')
  const shown = isData ? run.stderr : all
  const sign = terminalSignIn(shown)
  if (sign !== undefined) log.leaked.push(`${run.command}: prints U+${sign.toString(16)} as it is`)
}

/**
 * The program finds the folder's own note, or says why it does not work.
 * @param {Opened} opened
 */
function judgeJob({ kind, log }) {
  const search = log.runs.find(({ command }) => command.startsWith(`recallite search ${ownWord}`))
  if (!search) return
  const isFound = search.exitCode === 0 && /own\.md|MEMORY\.md/.test(search.stdout)
  log.outcome = isFound ? 'served' : 'refused for a stated reason'
  if (isFound || kind.hidesNote) return
  const isStated = search.exitCode !== 0 && search.stderr.trim() !== ''
  if (!isStated) log.lost.push(`the folder’s own note is not found: ${saidBy(search)}`)
}

/** @param {import('./kinds.js').Scene} scene */
function copiesOfCanary({ world, project }) {
  const places = [join(world.home, '.recallite'), project]
  return places.flatMap((place) =>
    listTree(place)
      .map((path) => join(place, path))
      .filter(
        (file) => lstatSync(file, { throwIfNoEntry: false })?.isFile() && readFileSync(file).includes(canary),
      ),
  )
}

/** @param {string} before @param {string} after */
function firstDifference(before, after) {
  const known = new Set(before.split('\n'))
  const added = after.split('\n').filter((line) => !known.has(line))
  return JSON.stringify(added.slice(0, 3).join(' | ').slice(0, 300) || 'something was removed')
}
