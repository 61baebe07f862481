import { repositoryRoot, runProcess } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { benchmarks } from './benchmark-table.ts'
import { peerNames } from './peers/peers.ts'

const bench = (...args: string[]) => runProcess(['tools/bench/bench.js', ...args], { cwd: repositoryRoot })

describe('pnpm bench', () => {
  it.each([
    [['cold-serach'], 'There is no benchmark cold-serach.'],
    [['programs', '--peers', 'Recallite'], 'There is no peer Recallite.'],
    [['--runs', '0'], '0 is not a positive whole number.'],
    [['--files', '20,many'], 'many is not a positive whole number.'],
    [['postgres'], 'Name the server with --url.'],
    [['--fast'], '--fast'],
  ])('rejects %j and lists the choices', async (args, message) => {
    const { exitCode, stdout, stderr } = await bench(...args)
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    for (const part of [message, ...peerNames, ...benchmarks.map(({ name }) => name)])
      expect(stderr).toContain(part)
  })
})
