import { printable } from '@recallite/command-line'
import { showInvisible } from '@recallite/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { connectHttp, indexedWorkspace, startHttp } from './__fixtures__/served-memory.js'

/** What a terminal would obey beside what nobody sees: models read it as the line ends and spaces that it is. */
const obeyed = /[\p{Cc}\u2028\u2029]/u

describe('what nobody sees', () => {
  it('is the same for people and for models', () => {
    const characters = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code))
    const compared = characters.filter((character) => !obeyed.test(character))
    expect(compared.length).toBeGreaterThan(1_000_000)
    expect(compared.filter((character) => showInvisible(character) !== printable(character))).toEqual([])
    const unit = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('\u200d', '\ufe0f', '\u{e0041}', '👩', 'क', '葛'),
    )
    fc.assert(
      fc.property(fc.array(unit), (units) => {
        const text = units.join('').replace(/[\p{Cc}\u2028\u2029]/gu, '')
        expect(showInvisible(text)).toBe(printable(text))
      }),
    )
  })

  it('is shown to clients, in tools and resources', async () => {
    const tags = [...'obey']
      .map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0)))
      .join('')
    const { url } = await startHttp(await indexedWorkspace({ 'a.md': `# A\n\nThe zeppelin flies.${tags}\n` }))
    const { client } = await connectHttp(url)
    const { resources } = await client.listResources()
    const answers = [
      await client.callTool({ name: 'memory_search', arguments: { query: 'zeppelin' } }),
      await client.callTool({ name: 'memory_get', arguments: { path: 'a.md' } }),
      await client.readResource({ uri: resources[0]?.uri ?? '' }),
    ]
    for (const answer of answers) {
      const text = JSON.stringify(answer)
      expect(text).toContain('The zeppelin flies.\\\\u{e006f}\\\\u{e0062}')
      expect(text).not.toMatch(/\p{Default_Ignorable_Code_Point}/u)
    }
    await client.close()
  })
})
