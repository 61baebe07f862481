import { join } from 'node:path'
import { recalliteFolder, type ReadSettings, isFromWorkspace } from '@recallite/settings'
import type { MemoryScope, Source } from '@recallite/core'
import { boundOf } from './settings/workspace-folder.js'

/**
 * The sources that the settings name. Those of a workspace file belong to its project, those of the user's own settings to
 * the user's own memory.
 */
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
  ]
}

/** The folder of an untrusted workspace file bounds its sources at every sync, since links may appear later. */
function boundTo(resolved: ReadSettings, key: 'extraPaths' | 'sessions.path'): { readonly within?: string } {
  const within = boundOf(resolved, key)
  return within === undefined ? {} : { within }
}

function sessionsSource(resolved: ReadSettings, agent: string): Source[] {
  const { settings, home } = resolved
  const { enabled, path, retentionDays, deltaBytes, deltaMessages } = settings.sessions
  if (!enabled && !settings.sources.includes('sessions')) return []
  const folder = path ?? join(recalliteFolder(home), 'sessions', agent)
  const how = { retentionDays, deltaBytes, deltaMessages, ...boundTo(resolved, 'sessions.path') }
  return [{ kind: 'sessions', folder, ...how }]
}
