import { Buffer } from 'node:buffer'
import { splitLines } from '@recallite/chunker'
import { describe, expect, it } from 'vitest'
import { chunkIdsOf } from '../get/chunk-ids.js'
import { createConceptModel } from '../__fixtures__/concept-model.js'
import { writeNote } from '../__fixtures__/notes-folder.js'
import { indexedMemory } from '../__fixtures__/test-memory.js'

/** As random as data of a picture, but the same in each run. */
const picture = Buffer.from(Array.from({ length: 9000 }, (_, n) => (n * n * 7 + n * 131) % 251)).toString(
  'base64',
)
const wrapped = picture.replaceAll(/.{76}/gu, '$&\n')
const minified =
  '!function(e,t){"object"==typeof e?module.exports=t():e.x=t()}(this,function(){return 1});'.repeat(9)

const notes = {
  'boat.md': `# Boat\n\nThe hull of the boat:\n\n![hull](data:image/png;base64,${picture})\n\nIt needs paint.\n`,
  'certificate.md': `# Certificate\n\n\`\`\`\n${wrapped}\n\`\`\`\n\nValid until June.\n`,
  'page.md': `# Page\n\nBelow is the script.\n\n    ${minified}\n\nIt counts visits.\n`,
  'empty.md': '- [ ]\n-\n* \n',
  'legacy.md': Buffer.from('# Hafen\n\nDer L\u00f6schkran f\u00fcr die M\u00f6we.\n', 'latin1'),
  'drawing.excalidraw.md': '# Excalidraw Data\n',
  'board.canvas': '{"nodes":[]}',
  'board.edn': '{:blocks []}',
}

describe('what is left out', () => {
  it('is neither indexed nor embedded, and counted', async () => {
    const { model, embedded } = createConceptModel()
    const { memory, folder } = await indexedMemory(notes, { openModel: () => Promise.resolve(model) })
    const texts = embedded.join('\n')
    expect(texts).toContain('It needs paint.')
    expect(texts.length).toBeLessThan(500)
    writeNote(
      folder,
      'new.md',
      `---\nkind: note\n---\nSee [it](data:text/plain;base64,${picture}).\n\n- [ ]\n`,
    )
    const report = await memory.sync()
    expect(report).toMatchObject({ frontMatterLines: 3, leftOutLines: 1 })
    expect(report.leftOutCharacters).toBeGreaterThan(picture.length)
    expect(report.skipped.map(({ path }) => path)).toEqual([
      'board.canvas',
      'board.edn',
      'drawing.excalidraw.md',
    ])
    const { answer } = await memory.search('hull of the boat')
    expect(answer.results[0]).toMatchObject({ path: 'boat.md', text: expect.stringMatching(/hull\]$/u) })
  })

  it('is every line with text that no chunk contains', async () => {
    const { memory, store } = await indexedMemory(notes)
    const [root] = await memory.listRoots()
    for (const [path, content] of Object.entries(notes).slice(0, 4)) {
      const lines = splitLines(String(content))
      const ids = await chunkIdsOf(store, { root: root?.name ?? '', path })
      const { items: chunks } = await store.readItems(ids)
      const isInChunk = (number: number) =>
        chunks.some(({ locator: { startLine, endLine } }) => startLine <= number && number <= endLine)
      const missing = lines.filter((line, index) => line.trim() !== '' && !isInChunk(index + 1))
      const single = await indexedMemory({ [path]: content })
      writeNote(single.folder, path, `${String(content)}\n`)
      expect((await single.memory.sync()).leftOutLines).toBe(missing.length)
    }
  })

  it('reads other encodings alike when indexing, reading and checking for changes', async () => {
    const { memory, folder } = await indexedMemory(notes)
    const { answer } = await memory.search('Löschkran')
    const [result] = answer.results
    expect(result).toMatchObject({ path: 'legacy.md', startLine: 1, endLine: 3 })
    expect((await memory.get('legacy.md:3')).text).toBe('Der Löschkran für die Möwe.')
    expect(await memory.sync()).toMatchObject({ changed: 0 })
    writeNote(folder, 'legacy.md', Buffer.from('\uFEFFDie Möwe schläft.', 'utf16le'))
    const { answer: later } = await memory.search('Möwe')
    expect(later.results[0]).toMatchObject({ text: 'Die Möwe schläft.' })
  })
})

it('shows Markdown without markup, but finds its words', async () => {
  const { model } = createConceptModel()
  const page = [
    "import Tabs from '@theme/Tabs'",
    '',
    '# Boats',
    '',
    '[![Build](https://img.shields.io/build.svg)](https://ci.example.org)',
    '',
    '<Tabs groupId="hull"><!-- rework -->',
    '',
    'Press <kbd>Esc</kbd> to leave the boat.',
    '',
    '</Tabs>',
  ].join('\n')
  const { memory } = await indexedMemory({ 'a.mdx': page }, { openModel: () => Promise.resolve(model) })
  const { answer } = await memory.search('rework')
  expect(answer.results[0]).toMatchObject({ path: 'a.mdx', snippet: 'Boats · Press Esc to leave the boat.' })
  const { answer: ofVector } = await memory.search('boat', { matchMode: 'any', textWeight: 0 })
  for (const { snippet } of ofVector.results) expect(snippet).not.toContain('kbd')
})
