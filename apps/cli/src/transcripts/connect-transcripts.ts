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
export interface AgentTranscripts {
  readonly agent: TranscriptAgent
  readonly title: string
  readonly folder: string
  readonly files: number
  readonly bytes: number
  /** The last change of a transcript, as `2026-02-11`; null without transcripts. */
  readonly newest: string | null
  /** Whether the settings have the agent. */
  readonly isIndexed: boolean
}

/** The transcripts that each agent wrote, without reading them; only agents whose folder exists, or that the settings have. */
export function findTranscripts(
  { home, settings }: Pick<ReadSettings, 'home' | 'settings'>,
  variables: Variables,
): AgentTranscripts[] {
  return Object.entries(transcriptAgents).flatMap(([name, { title, folder: folderOf, include }]) => {
    const agent = name as TranscriptAgent
    const folder = folderOf(home, variables)
    const isIndexed = settings.sessions.agents.includes(agent)
    if (!isIndexed && !existsSync(folder)) return []
    const stats = filesIn(folder, include)
    const newest = Math.max(...stats.map(({ mtimeMs }) => mtimeMs))
    return {
      agent,
      title,
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
  const rows = found.map(({ title, folder, files, bytes, newest, isIndexed }) => [
    title,
    count(files, 'file'),
    describeBytes(bytes),
    newest ?? '-',
    isIndexed ? 'indexed' : 'not indexed',
    printable(folder),
  ])
  return renderTable(rows, { numbers: [1, 2] })
}

/**
 * Adds agents to those whose transcripts are indexed, or removes them, in the user's settings file. Returns whether the file changed.
 * @throws UsageError if the file is not a settings file
 */
export function changeAgents(
  { files, home, settings }: Pick<ReadSettings, 'files' | 'home' | 'settings'>,
  {
    add = [],
    remove = [],
  }: { readonly add?: readonly TranscriptAgent[]; readonly remove?: readonly TranscriptAgent[] },
): boolean {
  const { agents } = settings.sessions
  const after = [...new Set([...agents, ...add])].filter((agent) => !remove.includes(agent))
  if (after.length === agents.length && after.every((agent) => agents.includes(agent))) return false
  const file = files.user ?? join(recalliteFolder(home), 'config.yaml')
  return setInFile(file, [[['sessions', 'agents'], after.length > 0 ? after : null]])
}
