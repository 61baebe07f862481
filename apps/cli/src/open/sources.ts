import { join } from 'node:path'
import type { MemoryScope, Source } from '@recallite/core'
import { resolveSources } from '@recallite/core/sources'
import { isFromWorkspace, type ReadSettings, recalliteFolder, type SettingKey } from '@recallite/settings'
import { agentSources } from '../transcripts/agents.js'
import { boundOf } from '../trust/folders.js'

/** The sources in the settings: those of a workspace file for its project, those of the user's settings for the user's own memory. */
export function chooseSources(
  resolved: ReadSettings,
  { scope, agent }: { readonly scope: MemoryScope; readonly agent: string },
): Source[] {
  const { extraPaths: paths, sources } = resolved.settings
  const isProject = scope.kind === 'project'
  const isOwn = (key: 'extraPaths' | 'sessions.path') => isFromWorkspace(resolved.originOf(key)) === isProject
  const hasMemory = isProject && sources.includes('memory')
  const hasPaths = isOwn('extraPaths') && paths.length > 0
  return [
    ...(hasMemory ? [{ kind: 'memory', folder: scope.folder } as const] : []),
    ...(hasPaths ? [{ kind: 'paths', paths, ...boundTo(resolved, 'extraPaths') } as const] : []),
    ...(isOwn('sessions.path') ? sessionsSource(resolved, agent) : []),
    ...(isProject ? [] : agentSources(resolved)),
  ]
}

/** Names the user's settings that do not apply to the project in use; undefined if there are none. */
export function describeUnused(resolved: ReadSettings, { scope }: { readonly scope: MemoryScope }) {
  const { settings, originOf } = resolved
  const isUnused = (key: SettingKey) => originOf(key).kind !== 'built-in' && !isFromWorkspace(originOf(key))
  const isUsersFile = (key: SettingKey) => originOf(key).kind === 'file' && isUnused(key)
  const names = [
    ...(isUnused('extraPaths') && settings.extraPaths.length > 0 ? ['extraPaths'] : []),
    ...(hasUsersSessions(resolved) ? ['sessions'] : []),
    ...(isUsersFile('store.path') && settings.store.path !== ':memory:' ? ['store.path'] : []),
    ...(isUsersFile('store.url') ? ['store.url'] : []),
  ]
  if (scope.kind === 'user' || names.length === 0) return undefined
  return `Your settings ${names.join(', ')} apply to your own memory, not to this project. To use them: --scope user`
}

function hasUsersSessions(resolved: ReadSettings): boolean {
  const { settings, originOf } = resolved
  const hasFolder = sessionsSource(resolved, '').length > 0 && !isFromWorkspace(originOf('sessions.path'))
  return hasFolder || settings.sessions.agents.length > 0
}

/** Limits the sources of an untrusted workspace file to its folder, at every sync, since links may appear later. */
function boundTo(resolved: ReadSettings, key: 'extraPaths' | 'sessions.path'): { readonly within?: string } {
  const within = boundOf(resolved, key)
  return within === undefined ? {} : { within }
}

function sessionsSource(resolved: ReadSettings, agent: string): Source[] {
  const { settings, home } = resolved
  const { enabled, path, retentionDays } = settings.sessions
  if (!enabled && !settings.sources.includes('sessions')) return []
  const folder = path ?? join(recalliteFolder(home), 'sessions', agent)
  const how = { retentionDays, ...boundTo(resolved, 'sessions.path') }
  return [{ kind: 'sessions', folder, ...how }]
}

/** A source for people: its paths as configured, and those that are missing or must not be followed. */
export type DescribedSource = ReturnType<typeof describeSources>[number]

/** Describes sources for people. */
export function describeSources(sources: readonly Source[]) {
  return sources.map((source) => {
    const { missing, refused } = resolveSources([source])
    if (typeof source === 'string') return { kind: 'folder', paths: [source], missing, refused } as const
    const paths = source.kind === 'paths' ? source.paths : [source.folder]
    return { kind: source.kind, paths, missing, refused }
  })
}
