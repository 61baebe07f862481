import { join, posix, sep, win32 } from 'node:path'
import { innerPath, realPathOf } from '@recallite/core/sources'
import type { OriginClass, PathsRequest } from './openclaw-api.js'

/**
 * Tells the files of a workspace apart: what the agent remembers, what OpenClaw wrote by itself, and all others. OpenClaw puts
 * MEMORY.md into a prompt only if it is said to be the agent's. Links out of the workspace are untrusted, and of files that were
 * read elsewhere the path that was read counts.
 */
export function classifyPaths({ workspaceDir, relativePaths, readSources }: PathsRequest) {
  const workspace = realPathOf(workspaceDir)
  return relativePaths.map((relativePath) => {
    const read = readSources?.find((source) => source.relativePath === relativePath)?.canonicalRelativePath
    const path = readSources === undefined ? canonicalPath(workspace, relativePath) : plainPath(read)
    return { relativePath, originClass: path === undefined ? ('untrusted' as const) : classOf(path) }
  })
}

function canonicalPath(workspace: string | undefined, path: string): string | undefined {
  const real = workspace && realPathOf(join(workspace, path))
  const inner = real && innerPath(real, workspace)
  return inner ? inner.split(sep).join('/') : undefined
}

/** A path that stays in its folder and is written in the one usual way. */
function plainPath(path: string | undefined): string | undefined {
  if (!path || path === '.' || path === '..' || path.startsWith('../')) return undefined
  const isOdd = posix.isAbsolute(path) || win32.isAbsolute(path) || /[\\\0]/u.test(path)
  return isOdd || posix.normalize(path) !== path ? undefined : path
}

const ofAgent = /^(?:MEMORY\.md|memory\.md|USER\.md|memory\/.*\.md|users\/[\w-]+\/USER\.md)$/u
const ofSystem = /^(?:DREAMS\.md|dreams\.md|memory\/(?:dreaming|\.dreams)\/.*)$/u

function classOf(path: string): OriginClass {
  if (ofSystem.test(path)) return 'system'
  return ofAgent.test(path) ? 'agent' : 'untrusted'
}
