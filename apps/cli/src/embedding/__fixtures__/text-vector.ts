import { createHash } from 'node:crypto'

/** Length of the vectors in tests that do not care. */
export const dimensions = 16

/** The sentence that a model proves itself by; see `canary.ts` of the core. */
export function isCanary(text: string): boolean {
  return text.includes('The lighthouse keeper counts the ships that pass')
}

/**
 * The vector that the played models have for a text: other texts, other vectors. What nomic's models want before a text
 * does not count, so that a question finds the text that is worded like it. A model that changed has another `salt`.
 */
export function vectorOf(text: string, { length = dimensions, salt = '' } = {}): number[] {
  const bare = salt + text.replace(/^search_(?:document|query): /, '')
  const bytes = createHash('shake256', { outputLength: length }).update(bare).digest()
  return [...bytes].map((byte) => (byte - 127.5) / 128)
}
