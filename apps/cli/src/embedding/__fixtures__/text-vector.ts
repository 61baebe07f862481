import { createHash } from 'node:crypto'

/** The default length of vectors in tests. */
export const dimensions = 16

/** Whether a text is the canary; see `canary.ts` of the core. */
export function isCanary(text: string): boolean {
  return text.includes('The lighthouse keeper counts the ships that pass')
}

/**
 * The vector of a text in simulated models, different for different texts. It ignores the prefixes of nomic's models, so that a
 * query finds the text with the same words. A changed model has another `salt`.
 */
export function vectorOf(text: string, { length = dimensions, salt = '' } = {}): number[] {
  const bare = salt + text.replace(/^search_(?:document|query): /, '')
  const bytes = createHash('shake256', { outputLength: length }).update(bare).digest()
  return [...bytes].map((byte) => (byte - 127.5) / 128)
}
