import { type Store, unknownRoot } from '@recallite/store'
import { invalidOption } from '../errors.js'

/** In UTF-16 units: its words are indexed with each chunk of the root. */
const maxDescription = 1000

/**
 * Sets the description of a root's documents; an empty text removes it.
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
 * A description as it is stored: without line breaks.
 * @throws MemoryError `OPTION_INVALID` if it is too long
 */
export function rootDescription(text: string): string {
  const description = text.trim().replaceAll(/\s+/gu, ' ')
  if (description.length <= maxDescription) return description
  throw invalidOption(
    `The description has ${description.length} characters; the maximum is ${maxDescription}. Shorten it.`,
  )
}
