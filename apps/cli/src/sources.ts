import { join } from 'node:path'
import { recalliteFolder } from './settings/environment.js'
import { type MemoryScope, type Source, wantedRoots, type RefusedPath } from '@recallite/core'
import type { ReadSettings } from './settings/read-settings.js'
import { boundOf, isSetByWorkspace } from './settings/workspace-folder.js'

interface SourceOwner {
  readonly scope: MemoryScope
  readonly agent: string
}

/**
 * What the settings want indexed without its being named. What a workspace file names belongs to its project, and what the
 * user's own settings name to the user's own memory.
 */
export function chooseSources(resolved: ReadSettings, { scope, agent }: SourceOwner): Source[] {
  const isProjects = scope.kind === 'project'
  const isOwn = (key: 'extraPaths' | 'sessions.path') => isSetByWorkspace(resolved, key) === isProjects
  return [
    ...(isProjects && resolved.valueOf('sources').includes('memory')
      ? [{ kind: 'memory', folder: scope.folder } as const]
      : []),
    ...(isOwn('extraPaths') ? extraSource(resolved) : []),
    ...(isOwn('sessions.path') ? sessionsSource(resolved, agent) : []),
  ]
}

function extraSource(resolved: ReadSettings): Source[] {
  const { extraPaths: paths } = resolved.settings
  return paths.length === 0 ? [] : [{ kind: 'paths', paths, ...heldTo(resolved, 'extraPaths') }]
}

/** The folder of an untrusted workspace file bounds what it names at every sync, since links may appear later. */
function heldTo(resolved: ReadSettings, key: 'extraPaths' | 'sessions.path'): { readonly within?: string } {
  const within = boundOf(resolved, key)
  return within === undefined ? {} : { within }
}

function sessionsSource(resolved: ReadSettings, agent: string): Source[] {
  const { settings, home } = resolved
  const { enabled, path, retentionDays, deltaBytes, deltaMessages } = settings.sessions
  if (!enabled && !settings.sources.includes('sessions')) return []
  const folder = path ?? join(recalliteFolder(home), 'sessions', agent)
  const how = { retentionDays, deltaBytes, deltaMessages, ...heldTo(resolved, 'sessions.path') }
  return [{ kind: 'sessions', folder, ...how }]
}

/** A source as people meet it. */
export interface DescribedSource {
  readonly kind: 'folder' | 'memory' | 'paths' | 'sessions'
  /** As they are set. */
  readonly paths: readonly string[]
  /** Those of them that are not there, as absolute paths. */
  readonly missing: readonly string[]
  /** What leads to where it must not, and is left out. */
  readonly refused: readonly RefusedPath[]
}

/** Sources with what of them is not there. */
export function describeSources(sources: readonly Source[]): DescribedSource[] {
  return sources.map((source) => {
    const { missing, refused } = wantedRoots([source])
    const kind = typeof source === 'string' ? 'folder' : source.kind
    return { kind, paths: pathsOf(source), missing, refused }
  })
}

function pathsOf(source: Source): readonly string[] {
  if (typeof source === 'string') return [source]
  return source.kind === 'paths' ? source.paths : [source.folder]
}
