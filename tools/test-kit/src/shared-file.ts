import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder that contains this checkout. */
export const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * Evaluation data and models are in `../shared`, outside of the checkout. Returns the path, or undefined if the file does not
 * exist: then the test must be skipped visibly.
 */
export function sharedFile(path: string): string | undefined {
  const file = fileURLToPath(new URL(`../../../../shared/${path}`, import.meta.url))
  return existsSync(file) ? file : undefined
}
