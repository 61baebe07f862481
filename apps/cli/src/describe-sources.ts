import { wantedRoots, type Source } from '@recallite/core'

/** A source for people: its paths as they are set, and those that are missing or must not be followed. */
export interface DescribedSource extends Pick<ReturnType<typeof wantedRoots>, 'missing' | 'refused'> {
  readonly kind: 'folder' | 'memory' | 'paths' | 'sessions'
  readonly paths: readonly string[]
}

/** Describes sources for people. */
export function describeSources(sources: readonly Source[]): DescribedSource[] {
  return sources.map((source) => {
    const { missing, refused } = wantedRoots([source])
    if (typeof source === 'string') return { kind: 'folder', paths: [source], missing, refused }
    const paths = source.kind === 'paths' ? source.paths : [source.folder]
    return { kind: source.kind, paths, missing, refused }
  })
}
