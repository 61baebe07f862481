import { chunk } from '@recallite/chunker'
import { describe, expect, it } from 'vitest'
import { indexedMemory } from '../__fixtures__/test-memory.js'
import { cutDocument } from './cut-document.js'

const lines = Array.from(
  { length: 400 },
  (_, day) =>
    `On day ${day} the harbour master wrote down who came, who left, and what the weather was like.`,
)

it.each([
  ['near 400 tokens, 80 of them repeated, by default', undefined, { target: 400, overlap: 80 }],
  ['at the configured size', { target: 100, overlap: 0 }, { target: 100, overlap: 0 }],
])('A12: texts of a memory are cut %s', async (_, chunking, expected) => {
  const text = `# Log\n\n${lines.join('\n')}\n`
  const { memory } = await indexedMemory({ 'log.md': text }, { chunking })
  expect((await memory.status()).chunks).toBe(chunk(text, expected).length)
})

it('indexes nested keys of front matter as words', async () => {
  const wordsOf = async (frontMatter: string) => {
    const source = { root: 'r', path: 'a.md', format: 'markdown', facts: undefined } as const
    const text = `---\n${frontMatter}\n---\nThe sea.`
    const { chunks } = await cutDocument({ ...source, text }, { target: 400, overlap: 80 })
    return chunks[0]?.words.text.map(({ stem }) => stem)
  }
  const keys = 'Robot arm: UR5 "left"\nplace:\n  site: C:\\new\nnote: |\n  one\n  two'
  const below = keys.replaceAll(/^/gm, '  ')
  // A literal text stays as written.
  expect(await wordsOf(`env:\n${below}`)).toEqual(await wordsOf(`env: |\n${below}`))
  expect(await wordsOf(`env:\n${below}`)).toEqual(expect.arrayContaining(['robot', 'arm', 'site']))
})

it('leaves secret properties out of the words and the text of a note', async () => {
  const source = { root: 'r', path: 'a.md', format: 'markdown', facts: undefined } as const
  for (const body of ['', 'The sea.']) {
    const text = `---\nauthor: Marta\napiKey: lowtide\nhost:\n  name: buoy\n  password: mussel\n---\n${body}`
    const { chunks, isSecret } = await cutDocument({ ...source, text }, { target: 400, overlap: 80 })
    const stems = chunks.flatMap(({ words }) => words.text.map(({ stem }) => stem))
    expect(stems).toEqual(expect.arrayContaining(['marta', 'buoi']))
    expect(JSON.stringify([chunks.map((each) => each.text), stems])).not.toMatch(/lowtid|mussel/u)
    expect(isSecret).toBe(true)
  }
})

describe('a long table', () => {
  const cut = async (row: (cells: string) => string, separator: string) => {
    const rows = Array.from({ length: 150 }, (_, n) => row(`pier ${n} | ${n + 500}`))
    const text = ['# Piers', '', 'All of them.', '', row('berth | depth'), separator, ...rows].join('\n')
    const note = { root: 'r', path: 'a.md', format: 'markdown', facts: undefined, text } as const
    const { chunks } = await cutDocument(note, { target: 400, overlap: 80 })
    return { source: text.split('\n'), chunks }
  }

  it('is found and embedded with its column names, which its text does not repeat', async () => {
    const { source, chunks } = await cut((cells) => `| ${cells} |`, '|---|---|')
    expect(chunks.length).toBeGreaterThan(2)
    const [first, ...others] = chunks
    expect(first?.heading).toEqual(['Piers'])
    expect(first?.inputs[0]?.prefix).toBe('')
    for (const { heading, sections, text, words, startLine, endLine } of others) {
      expect([heading, sections]).toEqual([['Piers', 'berth | depth'], ['Piers']])
      expect(text).toBe(source.slice(startLine - 1, endLine).join('\n'))
      expect(words.text.map(({ form }) => form)).toEqual(expect.arrayContaining(['berth', 'depth']))
    }
    const later = [...(first?.inputs.slice(1) ?? []), ...others.flatMap(({ inputs }) => inputs)]
    expect(new Set(later.map(({ prefix }) => prefix))).toEqual(new Set(['Piers\n\nberth | depth\n']))
  })

  it('is embedded without the dashes of a wide separator', async () => {
    const { chunks } = await cut((cells) => `| ${cells.padEnd(300)} |`, `|${'-'.repeat(300)}|---|`)
    const [input] = chunks[0]?.inputs ?? []
    expect(input?.prefix).toBe('# Piers\n\nAll of them.\n\n| berth | depth|\n')
    expect(chunks[0]?.text.slice(input?.from)).toMatch(/^\| pier 0 /)
  })
})

describe('the text that a note replies to', () => {
  const cut = async (frontMatter: string, text = 'Yes, next Friday.') => {
    const source = { root: 'r', path: 'a.md', format: 'markdown', facts: undefined } as const
    const given = { ...source, text: `${frontMatter}# 8 May\n\n${text}\n` }
    const { chunks } = await cutDocument(given, { target: 400, overlap: 80 })
    return chunks.map(({ text: own, words, inputs }) => ({
      text: own,
      inputs,
      words: words.text.map(({ stem }) => stem),
      parts: words.parts.map(({ stem }) => stem),
    }))
  }

  it('is among its words, and adds one vector', async () => {
    const [plain] = await cut('')
    const [reply] = await cut('---\nreplyTo: "Shall we meet at the harbour?"\n---\n')
    const [input] = plain?.inputs ?? []
    expect(reply).toEqual({
      ...plain,
      words: [...(plain?.words ?? []), 'shall', 'we', 'meet', 'at', 'the', 'harbour'],
      inputs: [input, { ...input, prefix: `${input?.prefix}Shall we meet at the harbour?\n` }],
    })
  })

  it('makes the note secret if it is', async () => {
    const source = { root: 'r', path: 'a', format: 'text', text: 'Yes.' } as const
    const replyTo = 'Is api_key = sk-live-4f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c the key?'
    const isSecret = async (given: object) =>
      (await cutDocument({ ...source, ...given }, { target: 400, overlap: 80 })).isSecret
    expect(await isSecret({ replyTo })).toBe(true)
    expect(await isSecret({})).toBe(false)
  })
})

it('counts the title of a document three times in each chunk, in addition to the text', async () => {
  const document = {
    root: 'notes',
    path: 'log.md',
    text: '# Harbour\n\nThe ferry is late.\n',
    format: 'markdown',
  } as const
  const { chunks } = await cutDocument({ ...document, facts: undefined }, { target: 400, overlap: 80 })
  const forms = chunks.flatMap(({ words }) => words.text.map(({ form }) => form))
  expect(forms.filter((form) => form === 'harbour')).toHaveLength(3 + 1)
  expect(forms.filter((form) => form === 'ferry')).toHaveLength(1)
})

describe('the texts to embed of a chunk', () => {
  const cut = async (text: string, pieces?: boolean) => {
    const source = {
      root: 'notes',
      path: 'log.md',
      text: `# Harbour\n\n${text}\n`,
      format: 'markdown' as const,
    }
    const { chunks } = await cutDocument(source, { target: 400, overlap: 80, pieces })
    return chunks.map(({ text: whole, inputs }) =>
      inputs.map(({ prefix, from, to }) => prefix + whole.slice(from, to)),
    )
  }

  it('are the pieces of a long chunk, each after the title', async () => {
    const long = lines.slice(0, 14).join('\n')
    const [[first = '', ...others] = []] = await cut(long)
    const [[whole = ''] = []] = await cut(long, false)
    expect(whole).toContain(lines[13])
    expect(others.length).toBeGreaterThan(1)
    expect(first).toMatch(/^# Harbour\n\nOn day 0 /u)
    for (const piece of others) expect(piece).toMatch(/^Harbour\n\nOn day \d+ the/u)
    const rest = others.map((piece) => piece.replace('Harbour\n\n', ''))
    expect([first, ...rest].join('')).toBe(whole)
  })

  it('are the whole chunk if it is short, or if pieces are disabled', async () => {
    expect(await cut(lines.slice(0, 3).join('\n'))).toMatchObject([{ length: 1 }])
    expect(await cut(lines.slice(0, 14).join('\n'), false)).toMatchObject([{ length: 1 }])
  })
})

it('uses the first heading as the title of a page without one', async () => {
  const page = { root: 'notes', path: 'a.html', text: '# Harbour\n\nSea.', format: 'markdown' } as const
  const facts = { title: null, metadata: {} }
  expect((await cutDocument({ ...page, facts }, { target: 400, overlap: 80 })).title).toBe('Harbour')
})
