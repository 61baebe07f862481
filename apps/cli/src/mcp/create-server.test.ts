import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { connectHere } from './__fixtures__/client-here.js'

const files = {
  'decisions/auth.md': '# Auth\n\n## Tokens\n\nWe keep JWT_EXPIRY at 900 seconds.\n',
  '会議 #1?.md': '# 会議メモ\n\n王伟参加了会议。\n',
}

describe('a server', () => {
  it('A22: explains why a path is refused and what to do, and continues', async () => {
    const { client, call, folder } = await connectHere(files)
    writeFileSync(join(folder, 'secret.md'), 'top secret')
    for (const path of ['../secret.md', 'notes:../secret.md', join(folder, 'secret.md')]) {
      const { isError, text } = await call('memory_get', { path })
      expect([isError, text]).toEqual([
        true,
        expect.stringMatching(/^PATH_OUTSIDE_ROOT: .*use a path that memory_search returned/),
      ])
    }
    const { isError, text } = await call('memory_search', { query: 'x', maxResult: 3 })
    expect([isError, text]).toEqual([
      true,
      expect.stringMatching(/^OPTION_INVALID: .*'maxResult' .*Did you mean "maxResults"\?/),
    ])
    await expect(client.callTool({ name: 'memory_drop' })).rejects.toMatchObject({ code: -32_602 })
    expect((await call('memory_get', { path: 'decisions/auth.md' })).isError).toBe(false)
  })

  it('reads documents as resources, and nothing else', async () => {
    const { client } = await connectHere({ ...files, 'long.md': 'long line\n'.repeat(110_000) })
    const { resources, nextCursor } = await client.listResources()
    expect([resources.length, nextCursor]).toEqual([3, undefined])
    for (const { uri, name } of resources.filter((each) => each.name !== 'long.md')) {
      const { contents } = await client.readResource({ uri })
      expect(contents).toEqual([{ uri, mimeType: 'text/markdown', text: expect.stringContaining('#') }])
      expect(files).toHaveProperty([name])
    }
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates).toMatchObject([{ uriTemplate: 'recallite://{root}/{+path}' }])
    for (const uri of [
      'recallite://notes/..%2F..%2Fetc%2Fpasswd',
      'recallite://notes/missing.md',
      'recallite://other/a.md',
      'file:///etc/passwd',
      'recallite://notes/%ff',
    ])
      await expect(client.readResource({ uri })).rejects.toMatchObject({ code: expect.any(Number) })
    await expect(client.readResource({ uri: 'recallite://notes/long.md' })).rejects.toThrow(
      /notes:long\.md has 1\.0 MB .*at most 1 MB.*memory_get/,
    )
    await expect(client.listResources({ cursor: 'nonsense' })).rejects.toMatchObject({ code: -32_602 })
  })

  it('A23: has neither tools nor instructions if memory is switched off', async () => {
    const config = join(temporaryFolder(), 'off.yaml')
    writeFileSync(config, 'enabled: false\n')
    const { client } = await connectHere(files, { config })
    expect(client.getInstructions()).toBeUndefined()
    expect(await client.listTools()).toMatchObject({ tools: [] })
    expect(await client.listResources()).toMatchObject({ resources: [] })
    const uri = 'recallite://notes/decisions/auth.md'
    await expect(client.readResource({ uri })).rejects.toThrow(/resource/)
  })

  it('A24: omits sources in a shared channel', async () => {
    const { call } = await connectHere(files, { channel: 'shared' })
    const { structured, text } = await call('memory_search', { query: 'JWT_EXPIRY' })
    expect([structured.citations, text]).toEqual([false, expect.not.stringContaining('Source:')])
  })
})
