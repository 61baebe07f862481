import { join } from 'node:path'
import { listTree, readRegular } from '../fingerprint.ts'
import { saidBy, type Run } from '../program.ts'
import type { EmbeddingRequest } from '../provider.ts'
import type { CaseLog } from '../run-suite.ts'
import { canaryKey } from '../world.ts'
import { canary, outsideState, noteWord } from './outside.ts'
import type { Kind, Scene } from './scene.ts'

/** A hostile folder after it was opened. */
export interface Opened {
  readonly scene: Scene
  readonly kind: Kind
  readonly log: CaseLog
  readonly before: string
  readonly sent: { trap: readonly string[]; provider: readonly EmbeddingRequest[] }
}

/** All forms in which a secret could leak. */
const formsOf = (text: string) => [
  text,
  Buffer.from(text).toString('base64').slice(0, 24),
  encodeURIComponent(text),
  Buffer.from(text).toString('hex'),
]

const holds = (text: string, secret: string) => formsOf(secret).some((form) => text.includes(form))

/** Invisible characters, and those that move the cursor or change colours or text direction. */
const terminalSign = /(?![\t\n])[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/u

/** Judges the result of a hostile folder. Nothing outside may be displayed, copied, sent or changed. */
export function judgeFolder(opened: Opened): void {
  const { scene, log, before, sent } = opened
  const after = outsideState(scene.world)
  for (const run of log.runs) judgeOutput(run, log)
  if (after !== before) log.leaked.push(`files outside were changed: ${firstDifference(before, after)}`)
  for (const file of copiesOfCanary(scene)) log.leaked.push(`a file outside was read into ${file}`)
  if (sent.trap.some((request) => holds(request, canaryKey)))
    log.leaked.push('the key was sent to an address that the folder names')
  const texts = [...sent.trap, ...sent.provider.flatMap(({ texts: all }) => all)]
  if (texts.some((text) => holds(text, canary))) log.leaked.push('a file outside was sent away')
  judgeJob(opened)
}

function judgeOutput(run: Run, log: CaseLog): void {
  const all = `${run.stdout}\n${run.stderr}`
  if (holds(all, canary)) log.leaked.push(`${run.command}: shows a file outside`)
  if (holds(all, canaryKey)) log.leaked.push(`${run.command}: shows the key`)
  const isData = /--json|--format files|^recallite (?:mcp$|get)/.test(run.command)
  const [sign] = terminalSign.exec(isData ? run.stderr : all) ?? []
  if (sign !== undefined)
    log.leaked.push(`${run.command}: prints U+${sign.codePointAt(0)?.toString(16)} as it is`)
}

/** The program must find the folder's own note, or report why it fails. */
function judgeJob({ kind, log }: Opened): void {
  const search = log.runs.find(({ command }) => command.startsWith(`recallite search ${noteWord}`))
  if (!search) return
  const isFound = search.exitCode === 0 && /own\.md|MEMORY\.md/.test(search.stdout)
  log.outcome = isFound ? 'served' : 'refused for a stated reason'
  if (isFound || kind.hidesNote) return
  const isStated = search.exitCode !== 0 && search.stderr.trim() !== ''
  if (!isStated) log.lost.push(`the folder’s own note is not found: ${saidBy(search)}`)
}

function copiesOfCanary({ world, project }: Scene): string[] {
  const files = [join(world.home, '.recallite'), project].flatMap((place) =>
    listTree(place).map((path) => join(place, path)),
  )
  return files.filter((file) => readRegular(file)?.includes(canary))
}

function firstDifference(before: string, after: string): string {
  const earlier = new Set(before.split('\n'))
  const added = after.split('\n').filter((line) => !earlier.has(line))
  return JSON.stringify(added.slice(0, 3).join(' | ').slice(0, 300) || 'something was removed')
}
