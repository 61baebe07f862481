import { describe, expect, it } from 'vitest'
import { recordingIo } from '../testing/recording-io.js'
import { plantedCommands, plantedScript } from './__fixtures__/planted-program.js'
import { completionsRun, shellNames } from './run-completions.js'

describe('completionsRun', () => {
  it.each(shellNames)('prints the script for %s, and how to install it aside', async (shell) => {
    const { script, advice } = await plantedScript(shell)
    for (const { name, flags } of plantedCommands) {
      expect(script).toContain(name)
      for (const { name: flag } of flags) expect(script).toContain(flag)
    }
    expect(advice).toContain(`planted-program completions ${shell} > ~/`)
    expect(advice).not.toContain('complete -')
  })

  it.each([
    ['fisch', /Did you mean "fish"\?/],
    ['constructor', /bash, zsh, fish, not for 'constructor'/],
    ['', /bash, zsh, fish/],
  ])('refuses the shell %j', async (shell, message) => {
    const { io } = recordingIo()
    const run = completionsRun('planted-program', plantedCommands)
    await expect(run({ words: [shell], flags: {}, io })).rejects.toThrow(message)
  })
})
