import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { orUndefined, printable, type Request } from '@recallite/command-line'
import { environmentVariables, readSettings, recalliteFolder } from '@recallite/settings'
import type { ReadSettings, Variables } from '@recallite/settings'
import { createPathMatcher } from '@recallite/store'
import { isAgreed } from '../commands/agreement.js'
import { exitCodes } from '../failure.js'
import type { Flags } from '../flags/flags.js'
import { count, describeBytes } from '../render/amounts.js'
import { renderTable } from '../render/table.js'
import { setInFile } from '../setup/plan.js'
import { type TranscriptAgent, transcriptAgents } from './agents.js'

/** `recallite connect --transcripts`: lists the transcripts of agents, and adds them to the user's settings or removes them. */
export async function connectTranscripts(request: Request<Flags>): Promise<number> {
  const { flags, io } = request
  const resolved = await readSettings({ ...io.surroundings })
  const found = findTranscripts(resolved, environmentVariables()).filter(isIn(flags.only))
  const print = flags.dryRun ? io.write : io.talk
  print(renderTranscripts(found))
  const changed = found.filter(({ isIndexed, files }) => (flags.undo ? isIndexed : !isIndexed && files > 0))
  if (flags.dryRun) return exitCodes.done
  if (changed.length === 0) {
    io.talk('Nothing to change.\n')
    return exitCodes.done
  }
  if (!(await isAgreed(request, flags.undo ? removal : addition))) return exitCodes.done
  const { agents } = resolved.settings.sessions
  const names = changed.map(({ agent }) => agent)
  setAgents(resolved, flags.undo ? agents.filter((name) => !names.includes(name)) : [...agents, ...names])
  for (const name of names) io.write(`${flags.undo ? 'Removed' : 'Added'} the transcripts of ${name}.\n`)
  io.talk('The next index of your own memory reads the setting: recallite index --scope user\n')
  return exitCodes.done
}

const isIn =
  (names: Flags['only']) =>
  ({ agent }: AgentTranscripts) =>
    names === undefined || names.some((name) => agent === name || agent === `${name}-cli`)

const addition = {
  question: 'Index these transcripts, without secrets?',
  undone: 'Nothing was changed yet. To index what is listed above',
}

const removal = {
  question: 'Stop indexing these transcripts?',
  undone: 'Nothing was changed yet. To stop indexing what is listed above',
}

/** The transcripts of an agent on this machine. */
type AgentTranscripts = ReturnType<typeof findTranscripts>[number]

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
