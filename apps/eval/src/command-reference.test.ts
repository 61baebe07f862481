import { commandReference } from '@recallite/command-line/testing'
import { describe, expect, it } from 'vitest'
import { commands } from './command-table.js'

describe('the command reference', () => {
  it('is the published page (run vitest with -u to rewrite it)', async () => {
    await expect(commandReference('recallite-eval', commands)).toMatchFileSnapshot('../COMMANDS.md')
  })

  it('has an example of every command', () => {
    for (const { name, example } of commands) expect(example).toContain(`recallite-eval ${name}`)
  })

  it('has commands whose code can be loaded', async () => {
    for (const { load } of commands) expect(await load()).toBeTypeOf('function')
  })
})
