import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runProcess, temporaryFolder } from '@recallite/test-kit'
import { builtCli, cliWorkspace } from './__fixtures__/run-cli.js'

/** A copy of the program in a separate folder, with an index. */
async function copiedProgram() {
  const top = temporaryFolder()
  const app = dirname(dirname(builtCli))
  cpSync(join(app, 'dist'), join(top, 'dist'), { recursive: true })
  cpSync(join(app, 'package.json'), join(top, 'package.json'))
  symlinkSync(join(app, 'node_modules'), join(top, 'node_modules'))
  const { folder, notes, env, run, database } = cliWorkspace({ 'a.md': '# A\n\nThe zeppelin flies.\n' })
  await run('index', notes, '--provider', 'none')
  const compiled = join(top, 'compiled')
  return {
    compiled,
    program: join(top, 'dist/program.cjs'),
    kept: () => new Map(readdirSync(compiled).map((name) => [name, readFileSync(join(compiled, name))])),
    search: async () => {
      const words = [join(top, 'dist/bin.js'), 'search', 'zeppelin', '--provider', 'none', '--db', database]
      const { exitCode, stdout, stderr } = await runProcess(words, { cwd: folder, env })
      return { exitCode, stdout, stderr }
    },
  }
}

const found = { exitCode: 0, stdout: expect.stringContaining('a.md') as unknown, stderr: '' }

describe('the compiled code of a search', () => {
  it('is stored by the first search without it, and used by later ones', async () => {
    const { search, kept } = await copiedProgram()
    const first = await search()
    expect(first).toEqual(found)
    const files = kept()
    expect([...files.keys()].map((name) => name.split('.')[0])).toEqual(['search'])
    expect(await search()).toEqual(first)
    expect(kept()).toEqual(files)
  })

  it('is rebuilt if it is damaged, truncated or from another source', async () => {
    const { compiled, search, kept } = await copiedProgram()
    const first = await search()
    const [whole] = kept().values()
    for (const damaged of [
      Buffer.from(whole ?? '').fill(255, 5_000, 5_064),
      (whole ?? Buffer.alloc(0)).subarray(0, 50_000),
      Buffer.alloc(0),
    ]) {
      for (const name of kept().keys()) writeFileSync(join(compiled, name), damaged)
      expect(await search()).toEqual(first)
      for (const code of kept().values()) expect(code.equals(damaged)).toBe(false)
    }
  })

  it('is rebuilt if the program has changed', async () => {
    const { program, search, kept } = await copiedProgram()
    await search()
    const [whole] = kept().values()
    // The length is unchanged, which is all that V8 compares.
    writeFileSync(program, readFileSync(program, 'utf8').replaceAll('Finds things', 'Found things'))
    expect(await search()).toEqual(found)
    expect(whole?.equals(kept().values().next().value ?? Buffer.alloc(0))).toBe(false)
  })

  it('is not needed if it cannot be stored', async () => {
    const { compiled, search } = await copiedProgram()
    writeFileSync(compiled, 'a file')
    expect([await search(), await search()]).toEqual([found, found])
    expect(readFileSync(compiled, 'utf8')).toBe('a file')
  })
})
