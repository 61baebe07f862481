import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import type { Command } from './command.js'
import { candidatesFor, completionsRun } from './completions.js'
import { recordingIo } from './testing/recording-io.js'

interface Flags {
  readonly db?: string
  readonly shape?: string
}

const load = async () => async () => 0

const commands: readonly Command<Flags>[] = [
  {
    name: 'draw',
    words: '<thing...>',
    help: 'draw it',
    example: 'planted-program draw it',
    load,
    flags: [
      { name: 'db', syntax: '--db <file>', help: 'where' },
      { name: 'shape', syntax: '-s, --shape <name>', help: 'how', choices: ['round', 'square', 'star'] },
    ],
  },
  {
    name: 'drop',
    words: '[action] [name]',
    help: 'drop it',
    example: 'planted-program drop it',
    load,
    flags: [],
    completes: ['list', 'all'],
  },
]

async function complete(...words: string[]) {
  const { io, written, talked } = recordingIo()
  await completionsRun('planted-program', commands)({ words, flags: {}, io })
  return { written: written(), talked: talked() }
}

describe('candidates', () => {
  it.each([
    ['', 'draw drop --help --version'],
    ['dr', 'draw drop'],
    ['x ', ''],
    ['draw --', '--db --shape --help'],
    ['draw --shape s', 'square star'],
    ['draw it -s r', 'round'],
    ['draw --db ', ''],
    ['draw no', ''],
    ['drop ', 'list all'],
    ['drop list ', ''],
  ])('for %j are %j', (line, expected) => {
    expect(candidatesFor(commands, line.split(' ')).join(' ')).toBe(expected)
  })

  it('are printed for the words after the name of the shell', async () => {
    expect(await complete('bash', 'draw', '--shape', 's')).toEqual({ written: 'square\nstar', talked: '' })
  })
})

describe('the script', () => {
  it.each(['bash', 'zsh', 'fish'])('for %s is printed, with instructions on stderr', async (shell) => {
    const { written, talked } = await complete(shell)
    expect(written).toContain(`planted-program completions ${shell} -- `)
    expect(talked).toContain(`planted-program completions ${shell} > ~/`)
  })

  it.each(['bash', 'zsh'])('for %s is valid for the shell', async (shell) => {
    const script = join(temporaryFolder(), 'script')
    writeFileSync(script, (await complete(shell)).written)
    const { error, stderr } = spawnSync(shell, ['-n', script], { encoding: 'utf8' })
    expect(error ? '' : stderr).toBe('')
  })

  it('for bash asks the program with the words up to the cursor', async () => {
    const script = join(temporaryFolder(), 'script')
    const given = 'planted-program() { printf "%s\\n" "$@"; }'
    const words = 'COMP_WORDS=(planted-program draw "two words" x y); COMP_CWORD=3; _planted_program'
    writeFileSync(
      script,
      `${(await complete('bash')).written}\n${given}\n${words}\nprintf "<%s>" "\${COMPREPLY[@]}"\n`,
    )
    const { stdout } = spawnSync('bash', [script], { encoding: 'utf8' })
    expect(stdout).toBe('<completions><bash><--><draw><two words><x>')
  })

  it.each([
    ['fisch', /Did you mean "fish"\?/],
    ['constructor', /bash, zsh, fish, not for 'constructor'/],
    ['', /bash, zsh, fish/],
  ])('is refused for the shell %j', async (shell, message) => {
    await expect(complete(shell)).rejects.toThrow(message)
  })
})
