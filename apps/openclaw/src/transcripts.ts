import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '@recallite/command-line'
import { redactSecrets } from '@recallite/core/tools'
import type { HostRuntime, Session } from './openclaw-api.js'

/** Loads OpenClaw's function that reads the events of a session's transcript from its database. */
export type LoadReader = () => Promise<
  (of: Readonly<Record<'agentId' | 'sessionId' | 'sessionKey', string>>) => readonly unknown[]
>

/** Sessions without a user, or that repeat other sessions. */
const internal = /:(?:cron|heartbeat|hook|node|subagent|active-memory|dreaming[^:]*)(?::|$)/u

/**
 * Writes the changed transcripts of an agent's sessions, without secrets, to a folder, without incognito and internal ones, and removes
 * old ones.
 */
export async function mirrorTranscripts(
  { agentId, folder }: { readonly agentId: string; readonly folder: string },
  { listSessionEntries }: HostRuntime['agent']['session'],
  load: LoadReader,
): Promise<void> {
  const sessions = listSessionEntries({ agentId }).filter(
    ({ sessionKey, entry }) => entry.incognito !== true && !internal.test(sessionKey),
  )
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const names = new Set(sessions.map(transcriptName))
  for (const name of readdirSync(folder)) if (!names.has(name)) rmSync(join(folder, name), { force: true })
  const changed = sessions.filter((session) => hasChanged(session, folder))
  if (changed.length === 0) return
  const read = await load()
  for (const session of changed) {
    const events = read({ agentId, sessionKey: session.sessionKey, sessionId: session.entry.sessionId })
    const lines = events.map((event) => `${JSON.stringify(event, withoutSecrets)}\n`)
    writeWhole(join(folder, transcriptName(session)), lines, { mode: 0o600, isLasting: false })
  }
}

const withoutSecrets = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? redactSecrets(value) : value

/** The file name of a session's transcript. */
export const transcriptName = ({ entry }: Session): string =>
  `${entry.sessionId.replaceAll(/[^\w.-]/gu, '_')}.jsonl`

function hasChanged(session: Session, folder: string): boolean {
  const file = join(folder, transcriptName(session))
  return !existsSync(file) || statSync(file).mtimeMs <= session.entry.updatedAt
}
