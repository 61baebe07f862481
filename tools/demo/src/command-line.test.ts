import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { commandLine } from './command-line.js'

describe('commandLine', () => {
  it('leaves plain words as they are', () => {
    expect(commandLine(['get', 'notes:a/b-1.md:3', '--db', '.demo/index.sqlite'])).toBe(
      'pnpm recallite get notes:a/b-1.md:3 --db .demo/index.sqlite',
    )
  })

  it('quotes words that a shell would cut', () => {
    expect(commandLine(['search', 'two words', '备份'])).toBe('pnpm recallite search "two words" "备份"')
  })

  it.skipIf(process.platform === 'win32')('gives a shell back what it was given', () => {
    const words = ['a b', '$HOME `id` "x" \\ y', "it's", '*', '']
    const line = commandLine(words).replace('pnpm recallite', String.raw`printf '%s\n'`)
    expect(execFileSync('sh', ['-c', line], { encoding: 'utf8' })).toBe(`${words.join('\n')}\n`)
  })
})
