import { countTokens } from '@recallite/chunker'
import { describe, expect, it } from 'vitest'
import { notesFolder } from '../__fixtures__/notes-folder.js'
import { testMemory } from '../__fixtures__/test-memory.js'

const lines = Array.from(
  { length: 400 },
  (_, day) =>
    `On day ${day} the harbour master wrote down who came, who left, and what the weather was like.`,
)

/** The chunks of a long note, in their order, as they are found. */
async function chunksOf(text: string, options: Parameters<typeof testMemory>[0] = {}) {
  const { memory } = await testMemory(options)
  await memory.index([notesFolder({ 'log.md': text })])
  const { answer } = await memory.search('harbour', { limit: 100, minScore: 0 })
  return answer.results.toSorted((a, b) => a.startLine - b.startLine)
}

/** Of each chunk but the first, what it repeats of the one before, in tokens. */
function repeatedTokens(chunks: Awaited<ReturnType<typeof chunksOf>>): number[] {
  return chunks.slice(1).map(({ startLine }, position) => {
    const before = chunks[position]
    const repeated = before?.text.split('\n').slice(startLine - before.startLine) ?? []
    return countTokens(repeated.join('\n'))
  })
}

describe('texts of a memory', () => {
  it('A12: are cut near 400 tokens, 80 of them repeated, where nobody says otherwise', async () => {
    const chunks = await chunksOf(`# Log\n\n${lines.join('\n')}\n`)
    const lengths = chunks.map(({ text }) => countTokens(text))
    const line = countTokens(lines[399] ?? '') + 1
    expect(chunks.length).toBeGreaterThan(20)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(400)
    // One more line would not have fitted.
    expect(Math.min(...lengths.slice(0, -1))).toBeGreaterThan(400 - 2 * line)
    const repeated = repeatedTokens(chunks)
    expect(Math.max(...repeated)).toBeLessThanOrEqual(80)
    expect(Math.min(...repeated)).toBeGreaterThan(80 - 2 * line)
    expect(chunks.at(-1)?.endLine).toBe(lines.length + 2)
  })

  it('A12: are cut as long as they shall be', async () => {
    const chunking = { target: 100, overlap: 0 }
    const chunks = await chunksOf(`# Log\n\n${lines.slice(0, 60).join('\n')}\n`, { chunking })
    expect(Math.max(...chunks.map(({ text }) => countTokens(text)))).toBeLessThanOrEqual(100)
    expect(repeatedTokens(chunks).every((tokens) => tokens === 0)).toBe(true)
  })
})
