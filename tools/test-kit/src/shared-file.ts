import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder this checkout lives in. */
export const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * Evaluation data and models are kept beside the checkout, in `../shared`, and are never part of it.
 * Returns the path, or undefined where the machine has no such file: skip the test then, visibly.
 */
export function sharedFile(path: string): string | undefined {
  const file = fileURLToPath(new URL(`../../../../shared/${path}`, import.meta.url))
  return existsSync(file) ? file : undefined
}
