import { describe, expect, it } from 'vitest'
import { connectHttp, indexedWorkspace, startHttp } from './__fixtures__/served-memory.js'

describe('what nobody sees', () => {
  it('is shown to clients, in tools and resources', async () => {
    const tags = [...'obey']
      .map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0)))
      .join('')
    const notes = { 'a.md': `# A\n\nThe zeppelin flies.${tags}\n` }
    const { client } = await connectHttp(await startHttp(await indexedWorkspace(notes)))
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
