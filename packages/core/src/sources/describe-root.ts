import { type Store, unknownRoot } from '@recallite/store'
import { invalidOption } from '../errors.js'

/** In UTF-16 units: each chunk of the root is found by each of the words. */
const longestDescription = 1000

/**
 * Says what the documents of a root are about; an empty text takes the description away.
 * @throws MemoryError `OPTION_INVALID`; StoreError `STORE_UNKNOWN_ROOT`
 */
export async function describeRoot(
  store: Pick<Store, 'listRoots' | 'putRoot'>,
  name: string,
  text: string,
): Promise<void> {
  const description = rootDescription(text)
  const root = (await store.listRoots()).find((each) => each.name === name)
  if (!root) throw unknownRoot(name)
  await store.putRoot({ ...root, description })
}

/**
 * A description as a root keeps it: without line breaks.
 * @throws MemoryError `OPTION_INVALID` for one that is too long
 */
export function rootDescription(text: string): string {
  const description = text.trim().replaceAll(/\s+/gu, ' ')
  if (description.length <= longestDescription) return description
  const message = `The description has ${description.length} characters, and at most ${longestDescription} are kept. Shorten it.`
  throw invalidOption(message)
}
