import type { Span } from '@recallite/store'

/** Whether results say where they come from; `auto` leaves it to the channel. */
export type Citations = 'auto' | 'on' | 'off'

/** Who reads the answers: one person, or a room where file names are nobody's business. */
export type Channel = 'direct' | 'shared'

/** When results say where they come from. */
export interface CitationOptions {
  /** Default `auto`: in direct use they do, in shared channels they do not. */
  readonly citations?: Citations | undefined
  /** Default `direct`. */
  readonly channel?: Channel | undefined
}

/** Settles whether results say where they come from. */
export function hasCitations({ citations = 'auto', channel = 'direct' }: CitationOptions): boolean {
  return citations === 'auto' ? channel === 'direct' : citations === 'on'
}

/** Where a result stands, for an answer to name: `Source: path#line`. */
export function citationOf({ path, startLine }: { readonly path: string } & Pick<Span, 'startLine'>): string {
  return `Source: ${path}#${startLine}`
}
