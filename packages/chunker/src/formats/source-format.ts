/** The kinds of text the chunker knows how to cut. */
export type SourceFormat = 'markdown' | 'code' | 'text'
