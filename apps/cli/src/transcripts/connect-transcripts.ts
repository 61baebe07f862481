import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { orUndefined, printable } from '@recallite/command-line'
import { recalliteFolder, type ReadSettings, type Variables } from '@recallite/settings'
import { createPathMatcher } from '@recallite/store'
import { count, describeBytes } from '../render/amounts.js'
import { renderTable } from '../render/table.js'
import { setInFile } from '../setup/plan.js'
import { type TranscriptAgent, transcriptAgents } from './agents.js'

/** The transcripts of an agent on this machine. */
export type AgentTranscripts = ReturnType<typeof findTranscripts>[number]

/**
 * The transcripts that each agent wrote, without reading them; only agents whose folder exists, or that the settings have.
 * @returns `newest`: the last change of a transcript, as `2026-02-11`; null without transcripts
 */
export function findTranscripts(
  { home, settings }: Pick<ReadSettings, 'home' | 'settings'>,
  variables: Variables,
) {
  return Object.entries(transcriptAgents(home, variables)).flatMap(([name, { folder, include }]) => {
    const agent = name as TranscriptAgent
    const isIndexed = settings.sessions.agents.includes(agent)
    if (!isIndexed && !existsSync(folder)) return []
    const stats = filesIn(folder, include)
    const newest = Math.max(...stats.map(({ mtimeMs }) => mtimeMs))
    return {
      agent,
      folder,
      files: stats.length,
      bytes: stats.reduce((sum, { size }) => sum + size, 0),
      newest: stats.length > 0 ? new Date(newest).toISOString().slice(0, 10) : null,
      isIndexed,
    }
  })
}

function filesIn(folder: string, include: readonly string[]) {
  const matches = createPathMatcher(include)
  const paths = orUndefined(() => readdirSync(folder, { recursive: true, encoding: 'utf8' })) ?? []
  return paths
    .filter((path) => matches(path.replaceAll(sep, '/')))
    .flatMap((path) => orUndefined(() => statSync(join(folder, path))) ?? [])
    .filter((stats) => stats.isFile())
}

/** The transcripts of agents in rows, for people. */
export function renderTranscripts(found: readonly AgentTranscripts[]): string {
  if (found.length === 0) return 'No agent wrote transcripts on this machine.\n'
  const rows = found.map(({ agent, folder, files, bytes, newest, isIndexed }) => [
    agent,
    count(files, 'file'),
    describeBytes(bytes),
    newest ?? '-',
    isIndexed ? 'indexed' : 'not indexed',
    printable(folder),
  ])
  return renderTable(rows, { numbers: [1, 2] })
}

/**
 * Sets the agents whose transcripts are indexed in the user's settings file; without any, removes the setting. Returns whether the file
 * changed.
 * @throws UsageError if the file is not a settings file
 */
export function setAgents(
  { files, home, settings }: Pick<ReadSettings, 'files' | 'home' | 'settings'>,
  agents: readonly TranscriptAgent[],
): boolean {
  if (String(agents) === String(settings.sessions.agents)) return false
  const file = files.user ?? join(recalliteFolder(home), 'config.yaml')
  return setInFile(file, [[['sessions', 'agents'], agents.length > 0 ? agents : null]])
}
