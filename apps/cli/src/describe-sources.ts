import { wantedRoots, type RefusedPath, type Source } from '@recallite/core'

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

function pathsOf(source: Source): readonly string[] {
  if (typeof source === 'string') return [source]
  return source.kind === 'paths' ? source.paths : [source.folder]
}

/** Sources with what of them is not there. */
export function describeSources(sources: readonly Source[]): DescribedSource[] {
  return sources.map((source) => {
    const { missing, refused } = wantedRoots([source])
    const kind = typeof source === 'string' ? 'folder' : source.kind
    return { kind, paths: pathsOf(source), missing, refused }
  })
}
