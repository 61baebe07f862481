import { expect, it } from 'vitest'
import { createTextCache } from './text-cache.js'

it('reads each text once, until the texts are too long together', () => {
  const reads: string[] = []
  const readText = createTextCache(8, (text) => {
    reads.push(text)
    return { text }
  })
  expect(readText('aaaa')).toBe(readText('aaaa'))
  for (const text of ['bbbb', 'aaaa', 'cc', 'cc', 'aaaa', 'longer than 8', 'longer than 8', 'cc'])
    expect(readText(text)).toEqual({ text })
  expect(reads).toEqual(['aaaa', 'bbbb', 'cc', 'aaaa', 'longer than 8', 'longer than 8'])
})
