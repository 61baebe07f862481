import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '@recallite/command-line'
import type { HostRuntime, Session } from './openclaw-api.js'

/** Loads OpenClaw's function that reads the events of a session's transcript, which is in a database of OpenClaw's. */
export type LoadReader = () => Promise<
  (of: {
    readonly agentId: string
    readonly sessionId: string
    readonly sessionKey: string
  }) => readonly unknown[]
>

/** Sessions in which no person talks, or that repeat what other sessions say. */
const internal = /:(?:cron|heartbeat|hook|node|subagent|active-memory|dreaming[^:]*)(?::|$)/u

/**
 * Writes the transcripts of an agent's sessions into a folder, a file each, so that they can be indexed: those that changed, and none of
 * sessions that are private (incognito) or internal. The files of sessions that no longer exist are removed.
 */
export async function mirrorTranscripts(
  { agentId, folder }: { readonly agentId: string; readonly folder: string },
  { listSessionEntries }: HostRuntime['agent']['session'],
  load: LoadReader,
): Promise<void> {
  const wanted = listSessionEntries({ agentId }).filter(
    ({ sessionKey, entry }) => entry.incognito !== true && !internal.test(sessionKey),
  )
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const names = new Set(wanted.map(transcriptName))
  for (const name of readdirSync(folder)) if (!names.has(name)) rmSync(join(folder, name), { force: true })
  const changed = wanted.filter((session) => hasChanged(session, folder))
  if (changed.length === 0) return
  const read = await load()
  for (const session of changed) {
    const events = read({ agentId, sessionKey: session.sessionKey, sessionId: session.entry.sessionId })
    const lines = events.map((event) => `${JSON.stringify(event)}\n`)
    writeWhole(join(folder, transcriptName(session)), lines, { mode: 0o600, isLasting: false })
  }
}

/** The name of a session's transcript; what is no name of a file in its id is replaced. */
export const transcriptName = ({ entry }: Session): string =>
  `${entry.sessionId.replaceAll(/[^\w.-]/gu, '_')}.jsonl`

function hasChanged(session: Session, folder: string): boolean {
  const file = join(folder, transcriptName(session))
  return !existsSync(file) || statSync(file).mtimeMs <= session.entry.updatedAt
}
