import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DocumentAnswer, DocumentsAnswer } from '@recallite/ui/api'
import { describe, expect, it } from 'vitest'
import { pageOfMemory } from './__fixtures__/page-of-memory.js'

async function pageOfNotes(notes: Readonly<Record<string, string>>) {
  const { folder, memory, ask } = await pageOfMemory()
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const [path, text] of Object.entries(notes)) write(path, text)
  await memory.index([...new Set(Object.keys(notes).map((path) => join(folder, path.split('/')[0] ?? '')))])
  const read = (root: string, path: string, more: object = {}) =>
    ask<DocumentAnswer & { error?: { code: string } }>('document', { root, path, ...more })
  return { folder, memory, ask, write, read }
}

describe('the documents of the page', () => {
  it('are those of all roots, with title and date', async () => {
    const { ask } = await pageOfNotes({
      'a/one.md': '---\ndate: 2026-02-11\n---\n# First\n',
      'a/sub/two.md': 'without a heading',
      'b/one.md': '# Other',
    })
    const { status, documents } = await ask<DocumentsAnswer>('documents')
    expect(status).toBe(200)
    expect(documents.map(({ root, path, title }) => `${root}:${path} ${title}`)).toEqual([
      'a:one.md First',
      'a:sub/two.md two',
      'b:one.md Other',
    ])
    expect(documents[0]?.date).toBe('2026-02-11')
  })

  it('are none before anything is indexed', async () => {
    const { ask } = await pageOfMemory()
    expect(await ask('documents')).toEqual({ status: 200, documents: [] })
  })
})

const lines = Array.from({ length: 120 }, (_, line) => `- line ${line} tells of the harbour and its keeper.`)

describe('a document of the page', () => {
  it('has its text, the spans of its chunks in order, and its links and backlinks', async () => {
    const front = '---\ntags: [tea, harbour]\naliases: [Pier]\n---'
    const text = [front, '# Long', '', '## Part', '', ...lines, '', 'See [[other]].'].join('\n')
    const { memory, read } = await pageOfNotes({ 'n/long.md': text, 'n/other.md': '# Other\n\n[[Pier]]' })
    const answer = await read('n', 'long.md')
    expect(answer).toMatchObject({
      title: 'Long',
      tags: ['tea', 'harbour'],
      aliases: ['Pier'],
      hasChanged: false,
    })
    expect(answer).toMatchObject({ text, from: 1, lines: text.split('\n').length })
    expect([answer.links, answer.backlinks]).toEqual([['other.md'], ['other.md']])
    expect(answer.chunks.length).toBeGreaterThan(2)
    const { chunks } = await memory.readIndexed({ root: 'n', path: 'long.md' })
    for (const [index, { startLine, endLine, heading }] of answer.chunks.entries()) {
      expect(
        text
          .split('\n')
          .slice(startLine - 1, endLine)
          .join('\n'),
      ).toBe(chunks[index]?.text)
      expect(heading[0]).toBe('Long')
      expect(startLine).toBeGreaterThan(answer.chunks[index - 1]?.startLine ?? 0)
    }
    expect(answer.chunks.at(-1)).toMatchObject({ endLine: answer.lines, heading: ['Long', 'Part'] })
  })

  it('says whether its file has changed since it was indexed', async () => {
    const { write, read } = await pageOfNotes({ 'n/a.md': '# A\n\nThe zeppelin flies.' })
    write('n/a.md', '# A\n\nThe zeppelin stays.')
    expect(await read('n', 'a.md')).toMatchObject({ hasChanged: true, text: '# A\n\nThe zeppelin stays.' })
  })

  it('is sent in parts if it is very long, around the requested line', async () => {
    const many = Array.from({ length: 12_000 }, (_, line) => `line ${line + 1}`).join('\n')
    const { read } = await pageOfNotes({ 'n/many.txt': many, 'n/wide.txt': 'harbour '.repeat(300_000) })
    for (const [line, from, count] of [
      ['1', 1, 5000],
      ['9000', 8800, 3201],
      ['99999999', 11_800, 201],
      ['x', 1, 5000],
    ] as const) {
      const answer = await read('n', 'many.txt', { line })
      expect([line, answer.lines, answer.from, answer.text.split('\n').length]).toEqual([
        line,
        12_000,
        from,
        count,
      ])
      expect(answer.text.startsWith(`line ${from}\n`)).toBe(true)
    }
    expect((await read('n', 'wide.txt')).text.length).toBe(1_000_000)
  })

  it('is never a file outside of a root', async () => {
    const { folder, write, read } = await pageOfNotes({ 'n/a.md': '# A', 'n/sub/b.md': '# B' })
    write('secret.md', 'secret')
    rmSync(join(folder, 'n/a.md'))
    symlinkSync(join(folder, 'secret.md'), join(folder, 'n/a.md'))
    rmSync(join(folder, 'n/sub'), { recursive: true })
    const asked = [
      ['n', 'a.md', 'PATH_OUTSIDE_ROOT'],
      ['n', 'sub/b.md', 'DOCUMENT_UNREADABLE'],
      ...['../secret.md', join(folder, 'secret.md'), 'sub/../../secret.md', '', '*.md'].map((path) => [
        'n',
        path,
        'DOCUMENT_UNKNOWN',
      ]),
      ['other', 'a.md', 'DOCUMENT_UNKNOWN'],
      ['', 'n:a.md', 'DOCUMENT_UNKNOWN'],
    ]
    for (const [root = '', path = '', code] of asked) {
      const answer = await read(root, path)
      expect([root, path, answer.error?.code]).toEqual([root, path, code])
      expect(JSON.stringify(answer)).not.toContain('"secret"')
    }
  })
})
