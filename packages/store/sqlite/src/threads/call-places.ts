import type { Store } from '@recallite/store'

/** The calls of a store that cross to a thread as they are: their arguments and what comes back can be copied. */
export type PlainCall = Exclude<keyof Store, 'within' | 'lock' | 'near' | 'close'>

/** Which thread does something. */
export type Place = 'reader' | 'writer'

/**
 * Where each call is done: what a search asks has a thread of its own, so that it never waits for a write. Those that
 * are left out of `PlainCall` are the writer's as well.
 */
export const callPlaces = {
  listRoots: 'reader',
  addRoot: 'writer',
  updateRoot: 'writer',
  removeRoot: 'writer',
  listDocuments: 'writer',
  listLanguages: 'reader',
  replaceDocument: 'writer',
  touchDocuments: 'writer',
  removeDocuments: 'writer',
  listSpaces: 'reader',
  addSpace: 'writer',
  updateSpace: 'writer',
  dropSpace: 'writer',
  pendingTexts: 'writer',
  putVectors: 'writer',
  removeUnusedVectors: 'writer',
  findByWords: 'reader',
  readCounts: 'reader',
  readTermLists: 'reader',
  findByVector: 'reader',
  scoreByVector: 'reader',
  readChunks: 'reader',
  chunksWithStems: 'reader',
  chunksWithForms: 'reader',
  chunksWithPrefixes: 'reader',
  generation: 'reader',
  status: 'writer',
  readNote: 'writer',
  writeNote: 'writer',
  optimise: 'writer',
  backup: 'writer',
  verify: 'writer',
} as const satisfies Record<PlainCall, Place>
