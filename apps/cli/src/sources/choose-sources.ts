import { dirname, join } from 'node:path'
import { recalliteFolder } from '@recallite/command-line'
import { hasMemory, type Source } from '@recallite/core'
import type { ResolvedSettings } from '../settings/resolve-settings.js'
import type { ReadSettings } from '../settings/read-settings.js'
import { boundOf } from '../settings/workspace-folder.js'

/** Where a program was started, and for whom. */
export interface SourcePlace {
  readonly workingFolder: string
  readonly agent: string
  readonly home: string
  /** Whether the program stays, so that what is not there yet may come. */
  readonly livesLong?: boolean | undefined
}

type Resolved = ResolvedSettings & Pick<ReadSettings, 'files' | 'workspaceFolder'>

/** What a workspace file names is held to its folder at every sync: a folder may give way to a link after this. */
function heldTo(resolved: Resolved, key: 'extraPaths' | 'sessions.path'): { readonly within?: string } {
  const within = boundOf(resolved, key)
  return within === undefined ? {} : { within }
}

/**
 * Beside the workspace file, else in the working folder, as far as there is something. Who sets the sources means what he
 * says, though it is not there yet, and a program that stays waits for it.
 */
function memoryFolder(
  { valueOf, originOf, files }: Resolved,
  { workingFolder, livesLong = false }: SourcePlace,
): string | undefined {
  if (!valueOf('sources').includes('memory')) return undefined
  const workspace = files.workspace === undefined ? undefined : dirname(files.workspace)
  const folders = workspace === undefined ? [workingFolder] : [workspace, workingFolder]
  const isAwaited = livesLong || originOf('sources').kind !== 'built-in'
  return folders.find((folder) => hasMemory(folder)) ?? (isAwaited ? folders[0] : undefined)
}

/** The paths are settled: absolute, with the signs of globs. */
function extraSource(resolved: Resolved): Source[] {
  const { extraPaths: paths } = resolved.settings
  return paths.length === 0 ? [] : [{ kind: 'paths', paths, ...heldTo(resolved, 'extraPaths') }]
}

function sessionsSource(resolved: Resolved, { agent, home }: SourcePlace): Source[] {
  const { settings } = resolved
  const { enabled, path, retentionDays, deltaBytes, deltaMessages } = settings.sessions
  if (!enabled && !settings.sources.includes('sessions')) return []
  const folder = path ?? join(recalliteFolder(home), 'sessions', agent)
  const how = { retentionDays, deltaBytes, deltaMessages, ...heldTo(resolved, 'sessions.path') }
  return [{ kind: 'sessions', folder, ...how }]
}

/** What the settings want indexed without its being named. */
export function chooseSources(resolved: Resolved, place: SourcePlace): Source[] {
  const folder = memoryFolder(resolved, place)
  return [
    ...(folder === undefined ? [] : [{ kind: 'memory', folder } as const]),
    ...extraSource(resolved),
    ...sessionsSource(resolved, place),
  ]
}
