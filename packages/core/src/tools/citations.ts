import type { DocumentAddress, Root, Span } from '@recallite/store'
import { wholePath } from '../records/record-path.js'

/** Whether results cite their source; `auto` depends on the channel. */
export type Citations = 'auto' | 'on' | 'off'

/** Who reads the answers: one person, or several, who need not know the user's file names. */
export type Channel = 'direct' | 'shared'

/** When results cite their source. */
export interface CitationOptions {
  /** Default `auto`: in direct channels they do, in shared ones they do not. */
  readonly citations?: Citations | undefined
  /** Default `direct`. */
  readonly channel?: Channel | undefined
}

/** Whether results cite their source. */
export function hasCitations({ citations = 'auto', channel = 'direct' }: CitationOptions): boolean {
  return citations === 'auto' ? channel === 'direct' : citations === 'on'
}

/** How the source of a result is written. */
export const citationFormat = 'Source: path#line'

/** The source of a result, in the format of citations. */
export function citationOf({ path, startLine }: { readonly path: string } & Pick<Span, 'startLine'>): string {
  return `Source: ${path}#${startLine}`
}

/** A document's path as `memory_get` takes it: with the name of its root if there are several roots. */
export function memoryPath({ root, path }: DocumentAddress, roots: readonly Pick<Root, 'name'>[]): string {
  const isPlain = roots.length === 1 && !path.startsWith(`${root}:`)
  return isPlain ? path : wholePath({ root, path })
}
