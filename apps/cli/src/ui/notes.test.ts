import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DocumentAnswer, DocumentsAnswer } from '@recallite/ui/api'
import { describe, expect, it } from 'vitest'
import { pageOfMemory } from './__fixtures__/page-of-memory.js'

async function pageOfNotes(notes: Readonly<Record<string, string>>, settings: { editor?: string } = {}) {
  const { folder, memory, ask, send, sendRaw } = await pageOfMemory(settings)
  const write = (path: string, text: string | Uint8Array) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const [path, text] of Object.entries(notes)) write(path, text)
  await memory.index([...new Set(Object.keys(notes).map((path) => join(folder, path.split('/')[0] ?? '')))])
  const read = (root: string, path: string, more: object = {}) =>
    ask<DocumentAnswer & { error?: { code: string } }>('document', { root, path, ...more })
  const readSource = (root: string, path: string) => read(root, path, { source: '1' })
  return { folder, memory, ask, send, sendRaw, write, read, readSource }
}

/** The lines of a source. */
const linesOf = ({ rendered: { nodes } }: DocumentAnswer) =>
  nodes.map((node) => (typeof node === 'string' ? node : String(node.children)))

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
  it('has its text, and its links and backlinks', async () => {
    const front = '---\ntags: [tea, harbour]\naliases: [Pier]\n---'
    const text = [front, '# Long', '', '## Part', '', ...lines, '', 'See [[other]].'].join('\n')
    const { readSource } = await pageOfNotes({
      'n/long.md': text,
      'n/other.md': '# Other\n\n[[Pier]]',
    })
    const answer = await readSource('n', 'long.md')
    expect(answer).toMatchObject({
      title: 'Long',
      tags: ['tea', 'harbour'],
      aliases: ['Pier'],
      hasChanged: false,
    })
    expect(linesOf(answer)).toEqual(text.split('\n'))
    expect(answer.lines).toBe(text.split('\n').length)
    expect([answer.links, answer.backlinks]).toEqual([['other.md'], ['other.md']])
  })

  it('says whether its file has changed since it was indexed', async () => {
    const { write, readSource } = await pageOfNotes({ 'n/a.md': '# A\n\nThe zeppelin flies.' })
    write('n/a.md', '# A\n\nThe zeppelin stays.')
    const answer = await readSource('n', 'a.md')
    expect([answer.hasChanged, ...linesOf(answer)]).toEqual([true, '# A', '', 'The zeppelin stays.'])
  })

  it('is sent in parts if it is very long, around the requested line', async () => {
    const many = Array.from({ length: 12_000 }, (_, line) => `line ${line + 1}`).join('\n')
    const { read } = await pageOfNotes({ 'n/many.txt': many, 'n/wide.txt': 'harbour '.repeat(30_000) })
    for (const [line, from, count] of [
      ['1', 1, 500],
      ['9000', 8900, 500],
      ['99999999', 11_900, 101],
      ['x', 1, 500],
    ] as const) {
      const answer = await read('n', 'many.txt', { line })
      const [first] = linesOf(answer)
      expect([line, answer.lines, answer.rendered.from, linesOf(answer).length, first]).toEqual([
        line,
        12_000,
        from,
        count,
        `line ${from}`,
      ])
    }
    expect(linesOf(await read('n', 'wide.txt')).join('').length).toBe(100_000)
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
      ...['../secret.md', join(folder, 'secret.md'), 'sub/../../secret.md'].map((path) => [
        'n',
        path,
        'PATH_OUTSIDE_ROOT',
      ]),
      ['n', '', 'DOCUMENT_UNKNOWN'],
      ['n', '*.md', 'DOCUMENT_UNKNOWN'],
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

describe('a rendered document', () => {
  it('has nodes and headings instead of text, around the requested line or from a line on', async () => {
    const many = Array.from({ length: 2000 }, (_, number) => `Paragraph ${number}.\n`).join('\n')
    const { read } = await pageOfNotes({ 'n/a.md': `# A\n\n${many}\n## End\n` })
    const answer = await read('n', 'a.md', { line: '3000', end: '3001' })
    expect(answer).toMatchObject({
      isMarkdown: true,
      isSource: false,
      rendered: { line: 3000, from: 2900, to: 3399 },
    })
    expect(answer.rendered.outline.map(({ text, line }) => `${line} ${text}`)).toEqual(['4003 End'])
    const next = await read('n', 'a.md', { from: '3400' })
    expect(next.rendered.from).toBe(3400)
    expect(JSON.stringify(answer.rendered.nodes)).toContain('"Paragraph 1697."')
    expect(JSON.stringify(next.rendered.nodes)).not.toContain('"Paragraph 1697."')
  })

  it('is not rendered if it is not Markdown', async () => {
    const { read } = await pageOfNotes({ 'n/a.txt': '# A\n\n**b**' })
    const answer = await read('n', 'a.txt')
    expect(answer).toMatchObject({ isMarkdown: false, isSource: true })
    expect(linesOf(answer)).toEqual(['# A', '', '**b**'])
  })

  it('is found by a link of another one, at a heading', async () => {
    const { read } = await pageOfNotes({
      'n/a.md': '# A\n\n[[Pier#The end]]',
      'n/sub/b c.md': '---\naliases: [Pier]\n---\n# B\n\nText.\n\n## The end\n\nHere.',
    })
    for (const link of ['Pier#The end', './sub/b c.md#the-end', 'b c#The%20end'.replace('%20', ' ')])
      expect(await read('n', 'a.md', { link })).toMatchObject({ path: 'sub/b c.md', rendered: { line: 8 } })
    expect(await read('n', 'sub/b c.md', { link: '#The end' })).toMatchObject({ rendered: { line: 8 } })
    expect(await read('n', 'a.md', { link: '../../etc/passwd' })).toMatchObject({
      error: { code: 'DOCUMENT_UNKNOWN' },
    })
  })
})

const png = Buffer.from('89504e470d0a1a0a0000', 'hex')

describe('an image of a note', () => {
  it('is sent from the folder of the note, or from the root', async () => {
    const { write, sendRaw } = await pageOfNotes({ 'n/sub/a.md': '# A' })
    for (const name of ['sub/x.png', 'top.JPG', 'sub/b c.webp']) write(`n/${name}`, png)
    for (const [src, type] of [
      ['x.png', 'image/png'],
      ['./x.png', 'image/png'],
      ['../top.JPG', 'image/jpeg'],
      ['top.JPG', 'image/jpeg'],
      ['b c.webp', 'image/webp'],
    ] as const) {
      const query = new URLSearchParams({ root: 'n', path: 'sub/a.md', src }).toString()
      const { status, headers, text } = await sendRaw(`image?${query}`)
      expect([src, status, headers['content-type']]).toEqual([src, 200, type])
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(text).toContain('PNG')
    }
  })

  it('is refused outside of the root, behind a link, in another format, or if it is too large', async () => {
    const { folder, write, sendRaw } = await pageOfNotes({ 'n/a.md': '# A', 'm/b.md': '# B' })
    for (const name of ['secret.png', 'm/other.png', 'n/real/x.png', 'n/x.svg', 'n/x.html', 'n/x.png.txt'])
      write(name, png)
    write('n/huge.png', new Uint8Array(20_000_001))
    mkdirSync(join(folder, 'n/folder.png'))
    symlinkSync(join(folder, 'secret.png'), join(folder, 'n/link.png'))
    symlinkSync(folder, join(folder, 'n/out'))
    const sources =
      `../secret.png ../m/other.png ../../secret.png real/../../secret.png ${join(folder, 'secret.png')} link.png
      out/secret.png x.svg x.html x.png.txt huge.png folder.png none.png %2e%2e/secret.png ..%2fsecret.png ..\\secret.png
      file:///secret.png data:image/png;base64,AAAA http://192.0.2.1/x.png //192.0.2.1/x.png x.png\0.png`.split(
        /\s+/u,
      )
    for (const src of sources) {
      const query = new URLSearchParams({ root: 'n', path: 'a.md', src }).toString()
      const { status, text } = await sendRaw(`image?${query}`)
      expect([src, status, JSON.parse(text)]).toEqual([
        src,
        404,
        { error: expect.objectContaining({ code: 'IMAGE_UNAVAILABLE' }) },
      ])
    }
    for (const more of [
      'root=x&path=a.md&src=real/x.png',
      'root=&path=&src=',
      'root=n&path=../m/b.md&src=other.png',
      'src=real/x.png',
    ])
      expect([more, (await sendRaw(`image?${more}`)).status]).toEqual([more, 404])
    expect((await sendRaw('image?root=n&path=a.md&src=real/x.png')).status).toBe(200)
  })
})

describe('an editor', () => {
  it('is started by the command of the settings, with the path and the line as its arguments', async () => {
    const editor = `${process.execPath} -e "require('node:fs').writeFileSync(process.argv[1],process.argv.slice(2).join('|'))" {path}.opened {path}:{line} "a b;c"`
    const { folder, send, read } = await pageOfNotes({ 'n/a b.md': '# A' }, { editor })
    expect((await read('n', 'a b.md')).editors).toEqual([{ name: 'editor', href: null }])
    expect(await send('open', { root: 'n', path: 'a b.md', line: 3 })).toEqual({ status: 200 })
    const path = join(folder, 'n/a b.md')
    const opened = () => readFileSync(`${path}.opened`, 'utf8')
    await expect
      .poll(() => {
        try {
          return opened()
        } catch {
          return ''
        }
      })
      .toBe(`${path}:3|a b;c`)
    expect(await send('open', { root: 'n', path: 'none.md', line: 3 })).toMatchObject({
      error: { code: 'DOCUMENT_UNKNOWN' },
    })
    expect(await send('open', { root: 'n', path: 'a b.md', line: '1; rm' })).toMatchObject({
      error: { code: 'OPTION_INVALID' },
    })
  })

  it('that cannot be started is an error, and without a command nothing is started', async () => {
    const { send } = await pageOfNotes({ 'n/a.md': '# A' }, { editor: 'no-such-program-here {path}' })
    expect(await send('open', { root: 'n', path: 'a.md', line: 1 })).toMatchObject({
      error: { code: 'EDITOR_FAILED', message: expect.stringContaining('ui.editor') },
    })
    const { send: sendOther, read } = await pageOfNotes({ 'n/.obsidian/app.json': '{}', 'n/a.md': '# A' })
    expect(await sendOther('open', { root: 'n', path: 'a.md', line: 1 })).toEqual({ status: 200 })
    const [obsidian, code] = (await read('n', 'a.md', { line: '2' })).editors
    expect(obsidian?.href).toMatch(/^obsidian:\/\/open\?path=.*n%2Fa\.md$/u)
    expect(code?.href).toMatch(/^vscode:\/\/file\/.*\/n\/a\.md:2$/u)
  })
})
