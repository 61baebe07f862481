import { commandReference } from '@recallite/command-line/testing'
import { describe, expect, it } from 'vitest'
import { commands } from './command-table.js'

describe('the command reference', () => {
  it('is up to date (update it with vitest -u)', async () => {
    await expect(commandReference('recallite', commands)).toMatchFileSnapshot('../../COMMANDS.md')
  })

  it('has an example with the name of every command', () => {
    for (const { name, example } of commands) expect(example).toContain(`recallite ${name}`)
  })

  it('has commands whose code can be loaded', async () => {
    for (const { load } of commands) expect(await load()).toBeTypeOf('function')
  })
})
