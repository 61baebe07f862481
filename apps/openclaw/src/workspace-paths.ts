import { join, posix, sep, win32 } from 'node:path'
import { innerPath, realPathOf } from '@recallite/core/sources'

/** Files of a workspace; `readSources` has the paths from which they were read. */
export interface PathsRequest {
  readonly workspaceDir: string
  readonly relativePaths: readonly string[]
  readonly readSources?: readonly { readonly relativePath: string; readonly canonicalRelativePath?: string }[]
}

/**
 * Classifies the files of a workspace as the agent's memory, OpenClaw's own notes, or untrusted, such as links that leave the
 * workspace. OpenClaw puts MEMORY.md into a prompt only if it is the agent's.
 */
export function classifyPaths({ workspaceDir, relativePaths, readSources }: PathsRequest) {
  const workspace = realPathOf(workspaceDir)
  return relativePaths.map((relativePath) => {
    const read = readSources?.find((source) => source.relativePath === relativePath)?.canonicalRelativePath
    const path = readSources === undefined ? canonicalPath(workspace, relativePath) : read
    return { relativePath, originClass: path !== undefined && isPlain(path) ? classOf(path) : 'untrusted' }
  })
}

function canonicalPath(workspace: string | undefined, path: string): string | undefined {
  const real = workspace && realPathOf(join(workspace, path))
  return real && innerPath(real, workspace)?.split(sep).join('/')
}

function isPlain(path: string): boolean {
  const leaves = path === '' || path === '.' || path === '..' || path.startsWith('../')
  const isOdd = posix.isAbsolute(path) || win32.isAbsolute(path) || /[\\\0]/u.test(path)
  return !leaves && !isOdd && posix.normalize(path) === path
}

const ofAgent = /^(?:MEMORY\.md|memory\.md|USER\.md|memory\/.*\.md|users\/[\w-]+\/USER\.md)$/u
const ofSystem = /^(?:DREAMS\.md|dreams\.md|memory\/(?:dreaming|\.dreams)\/.*)$/u

function classOf(path: string): 'system' | 'agent' | 'untrusted' {
  if (ofSystem.test(path)) return 'system'
  return ofAgent.test(path) ? 'agent' : 'untrusted'
}
