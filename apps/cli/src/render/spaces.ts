import { printable } from '@recallite/command-line'
import type { MemoryStatus } from '@recallite/core'
import { megabytes } from './megabytes.js'

/** Vector spaces as JSON has them. */
export function spacesToJson(spaces: MemoryStatus['spaces']) {
  return spaces.map(({ hasVectors: _, ...space }) => space)
}

/** Vector spaces, one per line, the one chosen last at the end. */
export function renderSpaces(spaces: MemoryStatus['spaces']): string {
  const lines = spaces.map(({ provider, model, dimensions, vectors, pending, isFilled, bytes }) =>
    [
      printable(`${provider}/${model}`),
      `${dimensions} dimensions`,
      `${vectors} vectors`,
      `${pending} pending${isFilled ? '' : ' (being filled)'}`,
      megabytes(bytes),
    ].join('\t'),
  )
  return lines.map((line) => `${line}\n`).join('')
}
