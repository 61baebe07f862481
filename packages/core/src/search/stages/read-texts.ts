import { formatOf } from '@recallite/chunker/formats'
import { readableText } from '@recallite/chunker/inline'
import { type Language, languageOf } from '@recallite/keyword'
import { readFacts, type TextFacts } from '@recallite/store'
import { LRUCache } from 'lru-cache'

/** What the stages after retrieval read in a text, each computed once while the text is cached. */
export interface ReadText {
  readonly language: Language
  /** The text as a reader of the file sees it. */
  readonly readable: (path: string) => string
  readonly isLinksOnly: boolean
  /** The number of its words, and the hashes of its three-word shingles. */
  readonly shingles: { readonly words: number; readonly set: ReadonlySet<number> }
  readonly facts: TextFacts
}

/** The maximum length of the cached texts, in UTF-16 units; what was read needs some five bytes for each. */
const maxCached = 2_000_000
const texts = new LRUCache<string, ReadText>({
  maxSize: maxCached,
  sizeCalculation: (_, text) => text.length + 1,
})
