import { renameSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { notesFolder } from '../__fixtures__/notes-folder.js'
import { indexedMemory, testMemory } from '../__fixtures__/test-memory.js'
import { readDocument } from './read-document.js'

const everything = { limit: 100, threshold: 0 }

const page = `<!doctype html>
<html>
<head><title>Harbour &amp; pier</title><script>const harbour = 'hidden'</script></head>
<body>
<h1>Opening hours</h1>
<p>The harbour opens
at <b>seven</b> &mdash; the pier at
nine.</p>
<h2>Tides</h2>
${'<p>The harbour is deep at high tide, and shallow at low tide.</p>\n'.repeat(80)}
</body>
</html>
`

const transcript = [
  { type: 'session', id: 'talk' },
  { role: 'user', content: 'When does the harbour open?', timestamp: '2026-02-03T12:00:00Z' },
  { role: 'tool', content: 'harbour noise' },
  ...Array.from({ length: 60 }, (_, n) => ({
    role: n % 2 ? 'user' : 'assistant',
    content: `Answer ${n}:\n\n# the harbour opens at seven.\n- and closes at nine`,
  })),
]

const jsonLines = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

describe('documents beyond Markdown', () => {
  it('A20: finds web pages by visible text, and returns it', async () => {
    const { memory } = await indexedMemory({ 'page.html': page })
    const { answer } = await memory.search('harbour', everything)
    expect(answer.results.length).toBeGreaterThan(1)
    const [root] = await memory.listRoots()
    for (const { path, startLine, endLine, startColumn, text, heading } of answer.results) {
      expect(startColumn).toBeNull()
      expect(heading.length).toBeGreaterThan(0)
      expect((await memory.get(`${root?.name}:${path}:${startLine}-${endLine}`)).text).toBe(text)
    }
    expect((await memory.get('page.html:5-8')).text).toBe(
      '# Opening hours\nThe harbour opens\nat seven — the pier at\nnine.',
    )
    expect((await memory.search('hidden', everything)).answer.results).toEqual([])
    const [document] = await memory.listDocuments(root?.name ?? '')
    expect(document?.title).toBe('Harbour & pier')
  })

  it('A20: finds messages of a session, and returns them', async () => {
    const folder = notesFolder({ 'talk.jsonl': jsonLines(transcript) })
    const { memory } = await testMemory({ sources: [{ kind: 'sessions', folder }] })
    await memory.sync()
    const [root] = await memory.listRoots()
    const { answer } = await memory.search('harbour', everything)
    expect(answer.results.length).toBeGreaterThan(1)
    for (const { path, startLine, endLine, text, heading } of answer.results) {
      expect(heading).toEqual([])
      expect((await memory.get(`${root?.name}:${path}:${startLine}-${endLine}`)).text).toBe(text)
    }
    expect((await memory.search('noise', everything)).answer.results).toEqual([])
    expect(await memory.listDocuments(root?.name ?? '')).toMatchObject([
      {
        title: 'When does the harbour open?',
        date: '2026-02-03',
        metadata: { session: 'talk', messages: 61 },
      },
    ])
    writeFileSync(
      join(folder, 'talk.jsonl'),
      jsonLines([...transcript, { role: 'user', content: 'And the zeppelin?' }]),
    )
    expect(await memory.sync()).toMatchObject({ changed: 1 })
    expect((await memory.search('zeppelin')).answer.results).toHaveLength(1)
  })

  it('A20: reads the same file as text outside a folder of sessions', async () => {
    const path = notesFolder({ 'talk.jsonl': jsonLines(transcript) })
    expect(await readDocument({ path }, 'talk.jsonl')).toMatchObject({
      text: jsonLines(transcript),
      format: 'text',
    })
  })

  it('recognises secrets in the extracted text', async () => {
    const key = `sk-${'a1'.repeat(20)}`
    const folder = notesFolder({
      'seen.html': `<p>sk-<b>${'a1'.repeat(20)}</b>`,
      'unseen.html': `<script>${key}</script><p>a`,
    })
    const { memory } = await testMemory()
    await memory.index([folder])
    const [root] = await memory.listRoots()
    const documents = await memory.listDocuments(root?.name ?? '')
    expect(documents.map(({ path, isSecret = false }) => [path, isSecret])).toEqual([
      ['seen.html', true],
      ['unseen.html', false],
    ])
  })

  it('leaves Markdown, text and code exactly as they are', async () => {
    const files = { 'a.md': '\uFEFF# A\r\n', 'a.txt': ' <b>\n', 'a.ts': 'const a = 1' }
    const path = notesFolder(files)
    for (const [name, text] of Object.entries(files)) {
      const source = await readDocument({ path }, name)
      expect(source).toMatchObject({ text })
      expect(source).not.toHaveProperty('facts')
    }
  })

  it('explains why it does not read a file, and never leaves the root', async () => {
    const outside = notesFolder({ 's.jsonl': jsonLines(transcript), 'a.html': page })
    const folder = notesFolder({
      'nul.html': 'a\0',
      'big.html': '',
      'big.jsonl': '',
      'short.html': Buffer.from([0xc4, 0xe3, 0xba, 0xc3]),
    })
    truncateSync(join(folder, 'big.html'), 10 * 1024 * 1024 + 1)
    truncateSync(join(folder, 'big.jsonl'), 512 * 1024 * 1024 + 1)
    symlinkSync(join(outside, 's.jsonl'), join(folder, 's.jsonl'))
    symlinkSync(outside, join(folder, 'sub'))
    const read = (path: string, kind?: 'sessions') => readDocument({ path: folder, kind }, path)
    expect(await read('nul.html')).toMatchObject({ reason: expect.stringContaining('NUL') })
    expect(await read('short.html')).toMatchObject({ reason: expect.stringContaining('iconv -f') })
    expect(await read('big.html')).toMatchObject({ reason: 'larger than 10 MB' })
    expect(await read('big.jsonl', 'sessions')).toMatchObject({ reason: 'larger than 512 MB' })
    expect(await read('s.jsonl', 'sessions')).toMatchObject({ isOutside: true })
    expect(await read('sub/s.jsonl', 'sessions')).toMatchObject({ isOutside: true })
    expect(await read('sub/a.html')).toMatchObject({ isOutside: true })
    expect(await read('gone.html')).toMatchObject({ isGone: true, isOutside: false })
    renameSync(join(folder, 'sub'), join(folder, 'dir.html'))
    expect(await read('dir.html')).not.toHaveProperty('text')
  })
})
