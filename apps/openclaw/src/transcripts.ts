import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '@recallite/command-line'
import type { HostRuntime, SessionSummary } from './openclaw-api.js'

/** Reads the events of a session's transcript, which OpenClaw keeps in a database. */
export type ReadTranscript = (of: {
  readonly agentId: string
  readonly sessionId: string
  readonly sessionKey: string
}) => readonly unknown[]

/** Loads OpenClaw's reader of transcripts at its first use. */
export type LoadTranscripts = () => Promise<ReadTranscript>

/** Sessions that nobody talked in, or that repeat what others say. */
const internal = /:(?:cron|heartbeat|hook|node|subagent|active-memory|dreaming[^:]*)(?::|$)/u

const ending = '.jsonl'

/** The path of a session's transcript in hits, as OpenClaw names it. */
export const transcriptPath = (agentId: string, file: string): string => `sessions/${agentId}/${file}`

/** The id of the session that a hit is of. */
export function sessionOfPath(path: string): string {
  const name = path.split('/').at(-1) ?? path
  return name.endsWith(ending) ? name.slice(0, -ending.length) : name
}

/**
 * Writes the transcripts of an agent's sessions as files, each event a line, so that they can be indexed: those that changed, and
 * none of sessions that are private (incognito) or internal. Files of sessions that no longer exist are removed.
 */
export async function mirrorTranscripts(
  { agentId, folder }: { readonly agentId: string; readonly folder: string },
  sessions: HostRuntime['agent']['session'],
  load: LoadTranscripts,
): Promise<void> {
  const wanted = sessions.listSessionEntries({ agentId }).filter(isIndexed)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const names = new Set(wanted.map(({ entry }) => fileOf(entry.sessionId)))
  for (const name of readdirSync(folder)) if (!names.has(name)) rmSync(join(folder, name), { force: true })
  const changed = wanted.filter(({ entry }) => isNewer(entry, join(folder, fileOf(entry.sessionId))))
  if (changed.length === 0) return
  const read = await load()
  for (const { sessionKey, entry } of changed) {
    const lines = read({ agentId, sessionKey, sessionId: entry.sessionId })
    const file = join(folder, fileOf(entry.sessionId))
    writeWhole(file, lines.map((event) => `${JSON.stringify(event)}\n`), { mode: 0o600, isLasting: false })
  }
}

function isIndexed({ sessionKey, entry }: SessionSummary): boolean {
  return entry.incognito !== true && !internal.test(sessionKey)
}

/** Session ids are made by OpenClaw; what is no name of a file is made one. */
const fileOf = (sessionId: string): string => `${sessionId.replaceAll(/[^\w.-]/gu, '_')}${ending}`

function isNewer({ updatedAt }: SessionSummary['entry'], file: string): boolean {
  return !existsSync(file) || statSync(file).mtimeMs <= updatedAt
}
